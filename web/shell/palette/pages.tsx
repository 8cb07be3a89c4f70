import {
  ClockIcon,
  GearIcon,
  HomeIcon,
  IssueOpenedIcon,
  PersonIcon,
  PlusIcon,
  ShieldIcon,
} from '@primer/octicons-react'
import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { sectionsOf } from '../PlaceNavigation.tsx'
import type { Choice } from './ranking.ts'
import { synonymsOfEntries, synonymsOfPages } from './synonyms.ts'

type PaletteTuple = readonly [label: string, path: string]

const ownPages: readonly PaletteTuple[] = [
  ['Your projects', '/'],
  ['Search', '/search'],
  ['To-do list', '/dashboard/todos'],
  ['Merge requests', '/dashboard/merge_requests'],
  ['Your changes', '/dashboard/changes'],
  ['Unsent drafts', '/-/unsent_texts'],
  ['Explore projects', '/explore'],
  ['Topics', '/explore/projects/topics'],
  ['Your activity', '/dashboard/activity'],
  ['Help', '/help'],
  ['API reference', '/-/api'],
]

const settingsPages: readonly PaletteTuple[] = [
  ['Your profile and status', '/-/user_settings/profile'],
  ['Account', '/-/user_settings/account'],
  ['Preferences', '/-/user_settings/preferences'],
  ['Notifications', '/-/user_settings/notifications'],
  ['Paging', '/-/user_settings/paging'],
  ['Access tokens', '/-/user_settings/personal_access_tokens'],
  ['SSH keys', '/-/user_settings/ssh_keys'],
  ['GPG keys', '/-/user_settings/gpg_keys'],
]

const adminPages: readonly PaletteTuple[] = [
  ['Users', '/admin/users'],
  ['Abuse reports', '/admin/abuse_reports'],
  ['Messages', '/admin/broadcast_messages'],
  ['Topics', '/admin/topics'],
  ['Emails', '/admin/mails'],
  ['Text messages and calls', '/admin/phone_provider'],
  ['Survey', '/admin/survey_answers'],
  ['Replicas', '/admin/geo'],
  ['Settings', '/admin/settings'],
]

const projectSettings: readonly PaletteTuple[] = [
  ['Repository settings', '/-/settings/repository'],
  ['Merge request settings', '/-/settings/merge_requests'],
  ['Deployment settings', '/-/settings/deploy'],
  ['Webhooks', '/-/hooks'],
  ['Error tracking settings', '/-/settings/error_tracking'],
  ['Alert settings', '/-/settings/alerts'],
]

/** Every page that the viewer can go to from anywhere, with other words for it. */
export function pagesFor(
  user: { readonly isAdmin: boolean; readonly username: string; readonly canCreateGroup: boolean } | null,
): readonly Choice[] {
  if (user === null) return listed([['Explore projects', '/explore']], 'Go to', <HomeIcon />)
  return [
    ...listed([...ownPages, ['Your public profile', `/${user.username}`]], 'Go to', <HomeIcon />),
    ...listed(
      [['New project', '/projects/new'], ...(user.canCreateGroup ? [['New group', '/groups/new'] as const] : [])],
      'Go to',
      <PlusIcon />,
    ),
    ...listed(settingsPages, 'Your settings', <PersonIcon />),
    ...(user.isAdmin ? listed(adminPages, 'Administration', <ShieldIcon />) : []),
  ]
}

/**
 * The pages of the current group or project, by the words of its navigation.
 *
 * @param username  one's own; empty for visitors
 */
export function pagesOf(namespace: PlaceNamespace | null, username: string): readonly Choice[] {
  if (namespace === null || namespace.kind === 'user') return []
  const group = namespace.name
  const { fullPath, kind, offers } = namespace
  const entries = sectionsOf(namespace).flatMap(({ items }) =>
    items.map(({ key, href, label, icon: Icon }) => ({
      id: href,
      text: label,
      leading: <Icon />,
      group,
      // "Project settings", "group labels"
      synonyms: `${kind} ${synonymsOfEntries[key] ?? ''}`,
    })),
  )
  const creates: readonly PaletteTuple[] = [
    ...(kind === 'project' && offers.issues ? [['New issue', newPagePath('issue', fullPath)] as const] : []),
    ...(kind === 'project' && offers.code && offers.mergeRequests
      ? [['New merge request', newPagePath('merge_request', fullPath)] as const]
      : []),
    ...(kind === 'group' ? [['New epic', newPagePath('epic', fullPath)] as const] : []),
  ]
  const settings = kind === 'project' && offers.settings ? projectSettings : []
  const own: readonly PaletteTuple[] =
    username !== '' && (kind === 'group' || offers.issues)
      ? [
          [
            'Issues assigned to you',
            `${pagesPath('issue', fullPath, kind)}?assignee_username=${encodeURIComponent(username)}`,
          ],
        ]
      : []
  const policies: readonly PaletteTuple[] = offers.escalations
    ? [['Escalation policies', `/${fullPath}/-/escalation_policies`]]
    : []
  return [
    ...entries,
    ...listed(policies, group, <ClockIcon />),
    ...listed(own, group, <IssueOpenedIcon />),
    ...listed(creates, group, <PlusIcon />),
    ...listed(
      settings.map(([label, path]) => [label, `/${fullPath}${path}`] as const),
      group,
      <GearIcon />,
    ),
  ]
}

interface OwnPlaces {
  readonly projects: readonly OwnPlace[]
  readonly groups: readonly OwnPlace[]
}

type OwnPlace = Pick<PlaceNamespace, 'id' | 'name' | 'fullPath' | 'fullName' | 'avatarUrl'>

const mostPlaces = 5
// If such a place lacks a feature, its page says so.
const everyOffer = {
  issues: true,
  mergeRequests: true,
  code: true,
  releases: true,
  alerts: false,
  errors: false,
  vulnerabilities: false,
  dependencies: false,
  featureFlags: false,
  escalations: false,
  environments: false,
  insights: false,
  settings: false,
}

/**
 * The pages of the user's own groups and projects, and of the groups above them and above the current one; each with
 * the name of its namespace.
 *
 * @param username  one's own, below which there are projects, but no group
 */
export function pagesAround(
  here: PlaceNamespace | null,
  { projects, groups }: OwnPlaces,
  username: string,
): readonly Choice[] {
  const known = [...(here === null || here.kind === 'user' ? [] : [here]), ...projects.slice(0, mostPlaces)]
  const above = known.flatMap(placesAbove).filter(({ fullPath }) => fullPath !== username)
  const seen = new Set([here?.fullPath])
  return [
    ...above.map(place => ({ place, kind: 'group' as const })),
    ...groups.slice(0, mostPlaces).map(place => ({ place, kind: 'group' as const })),
    ...projects.slice(0, mostPlaces).map(place => ({ place, kind: 'project' as const })),
  ].flatMap(({ place, kind }) => {
    if (seen.has(place.fullPath)) return []
    seen.add(place.fullPath)
    const namespace = {
      ...place,
      kind,
      accessLevel: 0,
      ancestorIds: [place.id],
      keepsContacts: here?.keepsContacts === true && here.fullPath.startsWith(`${place.fullPath}/`) && isTop(place),
      offers: everyOffer,
    }
    return pagesOf(namespace, username).map(page => ({ ...page, detail: place.fullName, group: 'Pages elsewhere' }))
  })
}

/** Contacts belong to top-level groups. */
const isTop = ({ fullPath }: OwnPlace): boolean => !fullPath.includes('/')

function placesAbove({ fullPath, fullName }: Pick<PlaceNamespace, 'fullPath' | 'fullName'>): readonly OwnPlace[] {
  const names = fullName.split(' / ')
  const paths = fullPath.split('/')
  return paths.slice(0, -1).map((_, index) => ({
    id: 0,
    name: names[index] ?? '',
    fullName: names.slice(0, index + 1).join(' / '),
    fullPath: paths.slice(0, index + 1).join('/'),
    avatarUrl: null,
  }))
}

const listed = (pages: readonly PaletteTuple[], group: string, leading: React.ReactNode): readonly Choice[] =>
  pages.map(([text, id]) => ({ id, text, synonyms: synonymsOfPages[text] ?? '', group, leading }))
