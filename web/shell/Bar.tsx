import { ChecklistIcon, PlusIcon } from '@primer/octicons-react'
import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import { type PlaceNamespace, useNamedPlace } from '#web/api/place.ts'
import { PageLink } from '#web/api/route.tsx'
import { useLocation } from '#web/api/router/context.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import { Breadcrumbs } from '#web/ui/layout/Breadcrumbs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import styles from './Bar.module.css'
import { ConnectionSign } from './ConnectionSign.tsx'
import { useDestination } from './PlaceNavigation.tsx'
import { TopBar } from './TopBar.tsx'

const BarMenu = onDemand(() => import('./BarMenu.tsx').then(module => module.BarMenu))

interface BarProps {
  readonly onSearch: () => void
  readonly onStatus: () => void
  /** Choose the place of a new item. */
  readonly onCreate: (kind: CreatedInPlace) => void
  readonly connection: 'live' | 'connecting' | 'offline'
}

/** The bar at the top, with the place of the page and the user's menu. */
export function Bar({ onSearch, onStatus, onCreate, connection }: BarProps) {
  const { user, counts, signupEnabled } = useViewer()
  const { path, href } = useLocation(location => location)
  const isHydrated = useIsHydrated()
  const place = useNamedPlace()
  const { namespace } = place
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
          <LateMenu trigger={<IconButton label="Create" icon={<PlusIcon />} />} part={BarMenu}>
            {menu => <BarMenu menu={menu} of={{ create: { namespace, user, onCreate } }} />}
          </LateMenu>
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
          <LateMenu
            trigger={
              <button type="button" className={styles.you} aria-label={`You: ${user.name}`}>
                <Avatar {...user} sizePx={24} named={false} />
              </button>
            }
            part={BarMenu}
          >
            {menu => <BarMenu menu={menu} of={{ you: { user, counts, onStatus } }} />}
          </LateMenu>
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
