import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { quickSearch, searchPlaces } from '#web/api/operations.gen.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import type { PageAction } from '#web/ui/actions/page-actions.ts'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { withActionsInSight } from './actions-in-sight.ts'
import { sectionsOf } from './PlaceNavigation.tsx'

interface PaletteProps {
  readonly namespace: PlaceNamespace | null
  /** Of the page below. */
  readonly actions: readonly PageAction[]
  readonly onClose: () => void
}

/** Jump anywhere by name, or act on what the page shows: an option's id is an address, or the index of an action. */
export function Palette({ namespace, actions: declared, onClose }: PaletteProps) {
  const [actions] = useState(() => withActionsInSight(declared))
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useDebouncedState('')
  const goTo = useGoTo()
  const { user } = useViewer()
  const { found, isLooking } = useFound(asked, namespace, user !== null)
  const ownActions = actions.map(({ label, on }, place) => ({
    id: String(place),
    text: label,
    ...(on !== undefined && { group: on }),
  }))
  // The button of the page goes to the same place.
  const isOwn = ({ text }: Option) => ownActions.some(action => action.text === text)
  const general = [...placeCommands(namespace).filter(each => !isOwn(each)), ...commands(user !== null)]
  const wanted = matching(general, query)
  // One's own places come before commands until something is typed; then what was found stands below.
  const options =
    query.trim() === ''
      ? [...ownActions.slice(0, maxOwn), ...found, ...wanted]
      : [...matching(ownActions, query), ...wanted, ...found]
  const isLoading = isLooking || query.trim() !== asked
  return (
    <CommandPalette
      query={query}
      onQuery={text => {
        setQuery(text)
        setAsked(text.trim())
      }}
      options={options}
      loading={isLoading}
      // Commands are found at once, and stand first.
      isLate={isLoading && (options.length === 0 || options[0] === found[0])}
      empty={`No results for “${query.trim()}”`}
      onClose={onClose}
      onPick={(href, { inNewTab }) => {
        // An action may move the focus, which the closing palette gives back.
        flushSync(onClose)
        const action = actions[Number(href)]
        if (action) action.run()
        else if (inNewTab) window.open(href, '_blank', 'noopener')
        else goTo(href)
      }}
    />
  )
}

interface Findings {
  readonly found: readonly Option[]
  readonly isLooking: boolean
}

/** What the server finds by some words; without words, one's own places. */
function useFound(words: string, namespace: PlaceNamespace | null, isSignedIn: boolean): Findings {
  const isEmpty = words === ''
  const own = useReading(searchPlaces, {}, { enabled: isEmpty && isSignedIn })
  const project = namespace?.kind === 'project' ? namespace.fullPath : undefined
  const any = useReading(
    quickSearch,
    { q: words, ...(project === undefined ? {} : { project }) },
    { enabled: !isEmpty, keepPrevious: true },
  )
  if (isEmpty) {
    const { projects = [], groups = [] } = own.data ?? {}
    return {
      isLooking: false,
      found: [
        ...projects.slice(0, maxOwn).map(each => placeOption(each, 'Your projects')),
        ...groups.slice(0, maxOwn).map(each => placeOption(each, 'Your groups')),
      ],
    }
  }
  const { issues = [], projects = [], groups = [], users = [] } = any.data ?? {}
  return {
    isLooking: any.isFetching,
    found: [
      ...issues.map(issue => ({
        id: issue.path,
        text: issue.title,
        detail: `${issue.reference}${issue.state === 'closed' ? ' · closed' : ''}`,
        leading: <StateBadge state={issue.state === 'closed' ? 'closed' : 'opened'} look="icon" />,
        group: 'Issues',
      })),
      ...projects.map(each => ({
        id: each.path,
        text: each.nameWithNamespace,
        detail: each.fullPath,
        leading: <Avatar id={each.id} name={lastOf(each.nameWithNamespace)} shape="square" named={false} />,
        group: 'Projects',
      })),
      ...groups.map(each => ({
        id: each.path,
        text: each.fullName,
        detail: each.fullPath,
        leading: <Avatar id={each.id} name={lastOf(each.fullName)} shape="square" named={false} />,
        group: 'Groups',
      })),
      ...users.map(each => ({
        ...personOption(each),
        id: each.path,
        group: 'People',
      })),
    ],
  }
}

const maxOwn = 5

const lastOf = (fullName: string): string => fullName.split(' / ').at(-1) ?? fullName

interface FoundPlace {
  readonly id: number
  readonly name: string
  readonly fullName: string
  readonly fullPath: string
  readonly avatarUrl: string | null
}

const placeOption = (place: FoundPlace, group: string): Option => ({
  id: `/${place.fullPath}`,
  text: place.fullName,
  detail: place.fullPath,
  leading: <Avatar {...place} shape="square" named={false} />,
  group,
})

/** The pages of the group or project, by the words of its navigation. */
function placeCommands(namespace: PlaceNamespace | null): readonly Option[] {
  if (namespace === null || namespace.kind === 'user') return []
  const group = namespace.name
  const pages = sectionsOf(namespace).flatMap(({ items }) =>
    items.map(({ href, label, icon }) => ({ id: href, text: label, leading: icon, group })),
  )
  const create =
    namespace.kind === 'project' && namespace.offers.issues
      ? [{ id: `/${namespace.fullPath}/-/issues/new`, text: 'New issue', leading: <PlusIcon />, group }]
      : []
  return [...pages, ...create]
}

function commands(isSignedIn: boolean): readonly Option[] {
  const group = 'Go to'
  if (!isSignedIn) return [{ id: '/explore', text: 'Explore projects', group }]
  return [
    { id: '/', text: 'Your projects', group },
    { id: '/dashboard/todos', text: 'To-do list', group },
    { id: '/dashboard/merge_requests', text: 'Merge requests', group },
    { id: '/explore', text: 'Explore projects', group },
    { id: '/projects/new', text: 'New project', group },
    { id: '/groups/new', text: 'New group', group },
    { id: '/-/user_settings/profile', text: 'Your profile and status', group },
    { id: '/-/user_settings/preferences', text: 'Preferences', group },
    { id: '/-/user_settings/personal_access_tokens', text: 'Access tokens', group },
  ]
}
