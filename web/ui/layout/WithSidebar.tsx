import type { ReactNode } from 'react'
import styles from './WithSidebar.module.css'

interface WithSidebarProps {
  readonly main: ReactNode
  /** A `Sidebar`. It stays in sight beside the main part, and goes below it where the window is narrow. */
  readonly children: ReactNode
}

export function WithSidebar({ main, children }: WithSidebarProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{main}</div>
      <div className={styles.side}>{children}</div>
    </div>
  )
}
