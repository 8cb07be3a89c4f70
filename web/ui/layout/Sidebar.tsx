import { SidebarCollapseIcon, SidebarExpandIcon, XIcon } from '@primer/octicons-react'
import { createContext, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Sidebar.module.css'

const sidebarId = 'fields'

/** Open the drawer of fields, which a narrow window has instead of a column; where they are in sight, do nothing. */
export function showSidebar(): void {
  const sidebar = document.getElementById(sidebarId)
  if (sidebar === null || sidebar.checkVisibility()) return
  sidebar.closest<HTMLElement>('[popover]')?.showPopover()
  sidebar.focus({ preventScroll: true })
}

const hideDrawer = () => {
  const drawer = document.getElementById(sidebarId)?.closest<HTMLElement>('[popover]')
  if (drawer?.matches(':popover-open')) drawer.hidePopover()
}

interface SidebarState {
  readonly isFolded: boolean
  readonly unfold: () => void
}

export const SidebarContext = createContext<SidebarState>({ isFolded: false, unfold: () => {} })

interface SidebarProps {
  readonly label: string
  readonly folded: boolean
  readonly onFolded: (folded: boolean) => void
  readonly children: ReactNode
}

/** The column of fields beside a page; folded, each of them shows an icon and a short word. @source SIDE-007, SIDE-008 */
export function Sidebar({ label, folded, onFolded, children }: SidebarProps) {
  function fold(isFolded: boolean) {
    if (isFolded) hideDrawer()
    flushSync(() => onFolded(isFolded))
    if (!isFolded) showSidebar()
  }
  return (
    <aside id={sidebarId} tabIndex={-1} aria-label={label} data-folded={folded || undefined} className={styles.sidebar}>
      <div className={styles.toggle}>
        <span className={styles.fold}>
          <IconButton
            label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!folded}
            size="s"
            icon={folded ? <SidebarCollapseIcon /> : <SidebarExpandIcon />}
            onClick={() => fold(!folded)}
          />
        </span>
        <span className={styles.close}>
          <IconButton label="Close" size="s" icon={<XIcon />} onClick={hideDrawer} />
        </span>
      </div>
      <SidebarContext value={{ isFolded: folded, unfold: () => fold(false) }}>{children}</SidebarContext>
    </aside>
  )
}
