import { pagesPath } from '#contract/issuable-kinds.ts'
import { type PlaceNamespace, useCurrentPlace } from '#web/api/place.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { sectionsOf } from './PlaceNavigation.tsx'

/**
 * The keys that go to a page, with their lines in the help: those of the group or project that the page belongs to, by
 * the names of its navigation, and those of the user's own pages.
 */
export const goToKeys = {
  issues: { keys: 'g i', label: 'Go to issues' },
  boards: { keys: 'g b', label: 'Go to boards' },
  merge_requests: { keys: 'g m', label: 'Go to merge requests' },
  epics: { keys: 'g e', label: 'Go to epics' },
  roadmap: { keys: 'g r', label: 'Go to roadmap' },
  labels: { keys: 'g l', label: 'Go to labels' },
  milestones: { keys: 'g s', label: 'Go to milestones' },
  files: { keys: 'g f', label: 'Go to files' },
  commits: { keys: 'g c', label: 'Go to commits' },
  activity: { keys: 'g v', label: 'Go to activity' },
  home: { keys: 'g o', label: 'Go to project or group' },
  start: { keys: 'g h', label: 'Go to home' },
  todos: { keys: 'g t', label: 'Go to to-do list' },
} as const

/** Go to a page by two keys, one after the other. */
export function useGoToKeys(): void {
  const { namespace } = useCurrentPlace()
  const { user } = useViewer()
  const goTo = useGoTo()
  const targets: Readonly<Record<string, string>> = {
    ...(user !== null && {
      todos: '/dashboard/todos',
      merge_requests: '/dashboard/merge_requests',
      activity: '/dashboard/activity',
    }),
    start: '/',
    ...pagesIn(namespace),
  }
  useShortcuts(goToKeys, Object.fromEntries(Object.entries(targets).map(([name, href]) => [name, () => goTo(href)])))
}

/** The pages of a place by their names in the navigation. The epics of a project are those of its group. */
function pagesIn(namespace: PlaceNamespace | null): Readonly<Record<string, string>> {
  if (namespace === null || namespace.kind === 'user') return {}
  const group = namespace.fullPath.split('/').slice(0, -1).join('/')
  return {
    ...(namespace.kind === 'project' && namespace.ancestorIds?.length && { epics: pagesPath('epic', group) }),
    ...Object.fromEntries(sectionsOf(namespace).flatMap(({ items }) => items.map(({ key, href }) => [key, href]))),
  }
}
