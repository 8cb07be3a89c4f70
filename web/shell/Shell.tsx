import {
  BookmarkIcon,
  ChecklistIcon,
  CodeIcon,
  GearIcon,
  GitBranchIcon,
  GitCommitIcon,
  HomeIcon,
  IssueOpenedIcon,
  MilestoneIcon,
  PeopleIcon,
  PlusIcon,
  ProjectIcon,
  PulseIcon,
  TagIcon,
} from '@primer/octicons-react'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { namespaceTopic, siteTopic, userTopic } from '#contract/live-topics.ts'
import { call } from '#web/api/client.ts'
import { useIsConnected, useTopics } from '#web/api/live/live.ts'
import { getViewer, signOut } from '#web/api/operations.gen.ts'
import { recheckAccess, usePageAccess } from '#web/api/page-access.ts'
import { type PlaceNamespace, settlePlace, useCurrentPlace, useNamedPlace } from '#web/api/place.ts'
import { queryClient } from '#web/api/query.ts'
import { useIsReached } from '#web/api/reach.ts'
import { PageLink } from '#web/api/route.tsx'
import { useLocation } from '#web/api/router/context.ts'
import { notifyTabs } from '#web/api/session.ts'
import { resumeKeeping, unsentCount, watchRows } from '#web/api/unsent-texts/kept-sync.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Broadcasts } from '#web/foundation/broadcast-messages/Broadcasts.tsx'
import { shortcuts } from '#web/shortcuts.ts'
import { type AnchorProps, AnchorProvider } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { type KeyOfPage, shortcutsNow, useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { keepFocus } from '#web/ui/focus-home.ts'
import { Breadcrumbs } from '#web/ui/layout/Breadcrumbs.tsx'
import { useFolded } from '#web/ui/layout/folded.ts'
import { keepSteady } from '#web/ui/layout/steady.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ToastRegion } from '#web/ui/overlays/Toast.tsx'
import { dismissFailures } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { TimeFormatContext } from '#web/ui/text/RelativeTime.tsx'
import { applyTheme } from '#web/ui/theme.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { AppShell } from './AppShell.tsx'
import { ConnectionSign } from './ConnectionSign.tsx'
import { Navigation, type NavigationProps, type NavigationSection } from './Navigation.tsx'
import { Outlet } from './Outlet.tsx'
import { PageArrival } from './PageArrival.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

const PageUnavailable = onDemand(() => import('./PageUnavailable.tsx').then(module => module.PageUnavailable))

const Palette = onDemand(() => import('./Palette.tsx').then(module => module.Palette))

const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog.tsx').then(module => module.ShortcutsDialog))

const StatusDialog = onDemand(() =>
  import('#web/foundation/user-settings/StatusDialog.tsx').then(module => module.StatusDialog),
)

/** The frame around every page, filled with where one is and who one is. */
export function Shell() {
  const viewer = useViewer()
  const place = useCurrentPlace()
  const [isFolded, setFolded] = useFolded('navigation')
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isStatusOpen, setStatusOpen] = useState(false)
  const [keys, setKeys] = useState<readonly KeyOfPage[] | null>(null)
  const isConnected = useIsConnected()
  const isReached = useIsReached()
  const access = usePageAccess()
  useShortcut(() => setPaletteOpen(true))
  useShortcuts(shortcuts.everywhere, { help: () => setKeys(shortcutsNow()) })
  useTopics(viewer.user === null ? [] : [userTopic(viewer.user.id), siteTopic], refreshViewer)
  useTopics(placeTopicOf(place.namespace), recheckAccess)
  const theme = viewer.user?.theme ?? 'auto'
  // The theme is an attribute of the document, which React does not draw.
  useEffect(() => applyTheme(theme), [theme])
  // The browser's storage and the server are outside of React.
  useEffect(resumeKeeping, [])
  // So is where the window is scrolled to.
  useEffect(keepSteady, [])
  // So is the focus.
  useEffect(keepFocus, [])
  const path = useLocation(location => location.path)
  // Errors of the former page no longer matter.
  useEffect(() => {
    if (path !== '') dismissFailures()
  }, [path])
  // Signing in and what belongs to it has a frame of its own.
  const isAlone = path.startsWith('/users/')
  const namespace = isAlone ? null : place.namespace
  return (
    <AnchorProvider component={ShellLink}>
      <TimeFormatContext
        value={{ style: viewer.user?.timeDisplay ?? 'relative', clock: clockOf(viewer.user?.timeFormat ?? 'system') }}
      >
        <Broadcasts namespace={namespace} />
        <AppShell
          folded={isFolded}
          navigation={
            namespace === null || namespace.kind === 'user'
              ? null
              : ({ isFolded: folded, onFollow }) => (
                  <Suspense>
                    <PlaceNavigation
                      namespace={namespace}
                      folded={folded}
                      {...(onFollow === undefined ? { onFolded: setFolded } : { onFollow })}
                    />
                  </Suspense>
                )
          }
          bar={
            isAlone ? null : (
              <Suspense>
                <Bar
                  onSearch={() => setPaletteOpen(true)}
                  onStatus={() => setStatusOpen(true)}
                  connection={!isReached ? 'offline' : isConnected ? 'live' : 'connecting'}
                />
              </Suspense>
            )
          }
        >
          {isAlone || access.kind === 'granted' ? <Outlet /> : <PageUnavailable access={access} />}
          <PlaceEnd />
        </AppShell>
        {isPaletteOpen && <Palette namespace={namespace} onClose={() => setPaletteOpen(false)} />}
        {isStatusOpen && <StatusDialog onClose={() => setStatusOpen(false)} />}
        {keys !== null && <ShortcutsDialog keys={keys} onClose={() => setKeys(null)} />}
        <PageArrival />
        <ToastRegion />
      </TimeFormatContext>
    </AnchorProvider>
  )
}

const clockOf = (format: '12h' | '24h' | 'system'): '12' | '24' | 'system' =>
  format === '12h' ? '12' : format === '24h' ? '24' : 'system'

/** The live topic for renaming, archiving and deleting a project or group, and for changed roles in it. */
const placeTopicOf = (namespace: PlaceNamespace | null): readonly string[] =>
  namespace === null || namespace.kind === 'user' ? [] : [namespaceTopic(namespace)]

const refreshViewer = () => {
  void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
}

/** Links of the site open in place; those of others, of downloads, feeds and the API as the browser does. */
function ShellLink({ href = '', ...rest }: AnchorProps) {
  const isOurs =
    href.startsWith('/') &&
    !href.startsWith('//') &&
    !/^\/(api|uploads|assets)\//.test(href) &&
    !/\/-\/(raw|archive)\//.test(href) &&
    !/[?&]format=atom\b/.test(href) &&
    !/^\/[^/]+\.(keys|gpg)$/.test(href)
  return isOurs && rest.target === undefined && rest.download === undefined ? (
    <PageLink href={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  )
}

interface PlaceNavigationProps extends Omit<NavigationProps, 'owner' | 'sections' | 'active'> {
  readonly namespace: PlaceNamespace
}

function PlaceNavigation({ namespace, ...rest }: PlaceNavigationProps) {
  const { active } = useNamedPlace()
  return <Navigation owner={ownerOf(namespace)} sections={sectionsOf(namespace)} active={active} {...rest} />
}

/** Drawn after the page: by now it has named its place, or has none. */
function PlaceEnd() {
  settlePlace()
  return null
}

interface BarProps {
  readonly onSearch: () => void
  readonly onStatus: () => void
  readonly connection: 'live' | 'connecting' | 'offline'
}

function Bar({ onSearch, onStatus, connection }: BarProps) {
  const { user, counts, signupEnabled } = useViewer()
  const { path, href } = useLocation(location => location)
  const isHydrated = useIsHydrated()
  const place = useNamedPlace()
  const { namespace } = place
  const unsentTexts = useSyncExternalStore(watchRows, unsentCount, () => null) ?? counts.unsentTexts
  const crumbs = [...(namespace === null ? [] : namespaceCrumbs(namespace)), ...place.crumbs]
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

function ownerOf(namespace: PlaceNamespace) {
  const { id, name, fullPath, avatarUrl } = namespace
  return { id, name, kind: namespace.kind === 'project' ? 'Project' : 'Group', href: `/${fullPath}`, avatarUrl }
}

function sectionsOf(namespace: PlaceNamespace): readonly NavigationSection[] {
  const { fullPath, offers, openIssuesCount } = namespace
  if (namespace.kind === 'group') {
    const base = `/groups/${fullPath}/-`
    return [
      { label: null, items: firstItems(fullPath, base) },
      {
        label: 'Plan',
        items: [
          { key: 'issues', label: 'Issues', href: `${base}/issues`, icon: <IssueOpenedIcon /> },
          { key: 'labels', label: 'Labels', href: `${base}/labels`, icon: <TagIcon /> },
          { key: 'milestones', label: 'Milestones', href: `${base}/milestones`, icon: <MilestoneIcon /> },
        ],
      },
      { label: 'Manage', items: manageItems(`${base}/group_members`, offers.settings ? `${base}/edit` : null) },
    ]
  }
  const base = `/${fullPath}/-`
  return [
    { label: null, items: firstItems(fullPath, base) },
    ...(offers.issues
      ? [
          {
            label: 'Plan',
            items: [
              {
                key: 'issues',
                label: 'Issues',
                href: `${base}/issues`,
                icon: <IssueOpenedIcon />,
                count: openIssuesCount ?? null,
              },
              { key: 'labels', label: 'Labels', href: `${base}/labels`, icon: <TagIcon /> },
              { key: 'milestones', label: 'Milestones', href: `${base}/milestones`, icon: <MilestoneIcon /> },
            ],
          },
        ]
      : []),
    ...(offers.code
      ? [
          {
            label: 'Code',
            items: [
              { key: 'files', label: 'Files', href: `${base}/tree`, icon: <CodeIcon /> },
              { key: 'commits', label: 'Commits', href: `${base}/commits`, icon: <GitCommitIcon /> },
              { key: 'branches', label: 'Branches', href: `${base}/branches`, icon: <GitBranchIcon /> },
              { key: 'tags', label: 'Tags', href: `${base}/tags`, icon: <BookmarkIcon /> },
            ],
          },
        ]
      : []),
    { label: 'Manage', items: manageItems(`${base}/project_members`, offers.settings ? `${base}/edit` : null) },
  ]
}

const firstItems = (fullPath: string, base: string) => [
  { key: 'home', label: 'Overview', href: `/${fullPath}`, icon: <HomeIcon /> },
  { key: 'activity', label: 'Activity', href: `${base}/activity`, icon: <PulseIcon /> },
]

function manageItems(members: string, settings: string | null) {
  return [
    { key: 'members', label: 'Members', href: members, icon: <PeopleIcon /> },
    ...(settings === null ? [] : [{ key: 'settings', label: 'Settings', href: settings, icon: <GearIcon /> }]),
  ]
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

async function leave() {
  // Somebody may be on the way to another page before the reply is here: that page is theirs to choose.
  let isUnloading = false
  window.addEventListener('beforeunload', () => (isUnloading = true), { once: true })
  await call(signOut, {}).catch(() => undefined)
  notifyTabs('signed-out')
  if (!isUnloading) window.location.assign('/')
}

/** Ctrl or Cmd K, and a slash outside of text boxes that have none of their own. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a text box the same keys make a link.
      if (event.defaultPrevented) return
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        open()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}
