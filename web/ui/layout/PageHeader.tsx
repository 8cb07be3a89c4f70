import type { ReactNode } from 'react'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  readonly title: ReactNode
  /** The avatar before the title. */
  readonly leading?: ReactNode
  /** The badges after the title: visibility, state. */
  readonly badges?: ReactNode
  readonly detail?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, leading, badges, detail, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {leading && <div className={styles.leading}>{leading}</div>}
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 className={styles.title}>{typeof title === 'string' ? <bdi dir="auto">{title}</bdi> : title}</h1>
          {badges}
        </div>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
