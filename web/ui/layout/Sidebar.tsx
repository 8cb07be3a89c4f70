import { SidebarCollapseIcon, SidebarExpandIcon } from '@primer/octicons-react'
import { createContext, type ReactNode } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Sidebar.module.css'

/** By which what stands far above leads to the fields. */
export const sidebarId = 'fields'

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
  return (
    <aside id={sidebarId} tabIndex={-1} aria-label={label} data-folded={folded || undefined} className={styles.sidebar}>
      <div className={styles.toggle}>
        <IconButton
          label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!folded}
          size="s"
          icon={folded ? <SidebarCollapseIcon /> : <SidebarExpandIcon />}
          onClick={() => onFolded(!folded)}
        />
      </div>
      <SidebarContext value={{ isFolded: folded, unfold: () => onFolded(false) }}>{children}</SidebarContext>
    </aside>
  )
}
