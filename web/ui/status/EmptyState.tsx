import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly illustration?: ReactNode
  readonly title: string
  /** The next step, or the reason why nothing is here. */
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly size?: 'm' | 's'
  /** 1 where it is all that the page has. */
  readonly headingLevel?: 1 | 2 | 3
}

export function EmptyState({ illustration, title, children, action, size = 'm', headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles.empty} data-size={size}>
      {illustration && <div className={styles.illustration}>{illustration}</div>}
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
