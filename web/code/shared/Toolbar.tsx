import type { ReactNode } from 'react'
import styles from './Toolbar.module.css'

interface ToolbarProps {
  readonly children: ReactNode
  /** The actions at the end of the line. */
  readonly actions?: ReactNode
}

/** The position in the code, and the actions on it. */
export function Toolbar({ children, actions }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.where}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
