import { ChecklistIcon, IssueOpenedIcon, PeopleIcon, PlusIcon, ProjectIcon } from '@primer/octicons-react'
import { useSyncExternalStore } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { type PlaceNamespace, useNamedPlace } from '#web/api/place.ts'
import { PageLink } from '#web/api/route.tsx'
import { useLocation } from '#web/api/router/context.ts'
import { unsentCount, watchRows } from '#web/api/unsent-texts/kept-sync.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { Breadcrumbs } from '#web/ui/layout/Breadcrumbs.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import styles from './Bar.module.css'
import { ConnectionSign } from './ConnectionSign.tsx'
import { leave } from './leave.ts'
import { useDestination } from './PlaceNavigation.tsx'
import { TopBar } from './TopBar.tsx'

interface BarProps {
  readonly onSearch: () => void
  readonly onStatus: () => void
  readonly connection: 'live' | 'connecting' | 'offline'
}

/** The bar at the top, with where one is and who one is. */
export function Bar({ onSearch, onStatus, connection }: BarProps) {
  const { user, counts, signupEnabled } = useViewer()
  const { path, href } = useLocation(location => location)
  const isHydrated = useIsHydrated()
  const place = useNamedPlace()
  const { namespace } = place
  const unsentTexts = useSyncExternalStore(watchRows, unsentCount, () => null) ?? counts.unsentTexts
  const destination = useDestination(namespace)
  const crumbs = [
    ...(namespace === null ? [] : namespaceCrumbs(namespace)),
    ...(destination === null ? place.crumbs : destination.key === 'home' ? [] : [destination]),
  ]
  const back = path.startsWith('/users/sign_')
    ? ''
    : `?return_to=${encodeURIComponent(isHydrated ? href : withoutHash(href))}`
  return (
    <TopBar
      homeHref="/"
      {...(crumbs.length === 0 ? {} : { breadcrumbs: <Breadcrumbs crumbs={crumbs} /> })}
      onSearch={onSearch}
      connection={<ConnectionSign state={connection} />}
      createMenu={
        user === null ? null : (
          <Menu
            label="Create"
            trigger={<IconButton label="Create" icon={<PlusIcon />} />}
            items={createItems(namespace, user.canCreateGroup)}
          />
        )
      }
      todos={
        user === null ? null : (
          <PageLink href="/dashboard/todos" className={styles.todos} aria-label={todosLabel(counts.todos)}>
            <ChecklistIcon />
            {counts.todos > 0 && <CounterBadge count={counts.todos} tone="accent" />}
          </PageLink>
        )
      }
      userMenu={
        user === null ? (
          <span className={styles.signIn}>
            <LinkButton href={`/users/sign_in${back}`}>Sign in</LinkButton>
            {signupEnabled && (
              <LinkButton href="/users/sign_up" variant="primary">
                Register
              </LinkButton>
            )}
          </span>
        ) : (
          <Menu
            label="You"
            trigger={
              <button type="button" className={styles.you} aria-label={`You: ${user.name}`}>
                <Avatar {...user} sizePx={24} named={false} />
              </button>
            }
            header={
              <span className={styles.who}>
                <strong>
                  <bdi>{user.name}</bdi>
                </strong>
                <span>@{user.username}</span>
                {user.status.availability === 'busy' && <span>(Busy)</span>}
              </span>
            }
            items={userItems(user.username, user.isAdmin, onStatus, unsentTexts, counts.abuseReports)}
          />
        )
      }
    />
  )
}

/** The server is not told of it. */
const withoutHash = (href: string): string => href.split('#', 1)[0] ?? href

const todosLabel = (count: number): string =>
  count === 0 ? 'To-do list' : count === 1 ? 'To-do list, 1 to-do' : `To-do list, ${count} to-dos`

function namespaceCrumbs(namespace: PlaceNamespace): readonly { label: string; href: string }[] {
  const paths = namespace.fullPath.split('/')
  const names = namespace.fullName.split(' / ')
  return paths.map((path, index) => ({ label: names[index] ?? path, href: `/${paths.slice(0, index + 1).join('/')}` }))
}

function createItems(namespace: PlaceNamespace | null, canCreateGroup: boolean): readonly MenuItem[] {
  const here: readonly MenuItem[] =
    namespace?.kind === 'project' && namespace.offers.issues
      ? [
          { kind: 'heading', label: namespace.name },
          {
            kind: 'link',
            label: 'New issue',
            href: newPagePath('issue', namespace.fullPath),
            icon: <IssueOpenedIcon />,
          },
          { kind: 'separator' },
        ]
      : []
  const inGroup = namespace?.kind === 'group' ? `?namespace_id=${namespace.id}` : ''
  return [
    ...here,
    { kind: 'link', label: 'New project', href: `/projects/new${inGroup}`, icon: <ProjectIcon /> },
    ...(canCreateGroup
      ? [{ kind: 'link', label: 'New group', href: '/groups/new', icon: <PeopleIcon /> } as const]
      : []),
  ]
}

function userItems(
  username: string,
  isAdmin: boolean,
  onStatus: () => void,
  unsentTexts: number,
  abuseReports: number,
): readonly MenuItem[] {
  return [
    { kind: 'link', label: 'Your profile', href: `/${username}` },
    { label: 'Set status', onSelect: onStatus },
    {
      kind: 'link',
      label: unsentTexts === 0 ? 'Unsent drafts' : `Unsent drafts (${unsentTexts})`,
      href: '/-/unsent_texts',
    },
    { kind: 'link', label: 'Settings', href: '/-/user_settings/profile' },
    { kind: 'link', label: 'Preferences', href: '/-/user_settings/preferences' },
    { kind: 'link', label: 'Access tokens', href: '/-/user_settings/personal_access_tokens' },
    ...(isAdmin
      ? [{ kind: 'separator' } as const, { kind: 'link', label: 'Administration', href: '/admin/users' } as const]
      : []),
    ...(abuseReports > 0
      ? [{ kind: 'link', label: `Abuse reports (${abuseReports})`, href: '/admin/abuse_reports' } as const]
      : []),
    { kind: 'separator' },
    { label: 'Sign out', onSelect: leave },
  ]
}
