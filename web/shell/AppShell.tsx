import { ThreeBarsIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './AppShell.module.css'

const Dialog = onDemand(() => import('#web/ui/overlays/Dialog.tsx').then(module => module.Dialog))

interface AppShellProps {
  /** Logo, breadcrumbs, search, menus: a `TopBar` without its menu button. Null where a page stands alone. */
  readonly bar: ReactNode | null
  /** Null on pages that belong to no group and no project. */
  readonly navigation: ((place: NavigationPlace) => ReactNode) | null
  readonly folded: boolean
  readonly children: ReactNode
}

interface NavigationPlace {
  readonly isFolded: boolean
  /** Closes the drawer of a narrow window when a link is followed. */
  readonly onFollow?: () => void
}

/** The frame of every page: a bar above, the navigation at the left, the page itself. */
export function AppShell({ bar, navigation, folded, children }: AppShellProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  return (
    <div
      className={styles.shell}
      data-folded={folded || undefined}
      data-bare={navigation ? undefined : true}
      data-alone={bar === null || undefined}
    >
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {bar !== null && (
        <header className={styles.bar}>
          {navigation && (
            <span className={styles.drawerButton}>
              <IconButton
                label="Open navigation"
                icon={<ThreeBarsIcon />}
                aria-expanded={isDrawerOpen}
                onClick={() => setDrawerOpen(true)}
              />
            </span>
          )}
          {bar}
        </header>
      )}
      {navigation && <div className={styles.navigation}>{navigation({ isFolded: folded })}</div>}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {navigation && isDrawerOpen && (
        <Dialog title="Navigation" side="start" flush onClose={() => setDrawerOpen(false)}>
          {navigation({ isFolded: false, onFollow: () => setDrawerOpen(false) })}
        </Dialog>
      )}
    </div>
  )
}
