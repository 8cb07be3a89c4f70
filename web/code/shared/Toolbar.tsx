import type { ReactNode } from 'react'
import styles from './Toolbar.module.css'

interface ToolbarProps {
  readonly children: ReactNode
  /** At the end of the line. */
  readonly actions?: ReactNode
}

/** Where one is in the code, and what can be done there. */
export function Toolbar({ children, actions }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.where}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
