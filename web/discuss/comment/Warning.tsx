import type { ReactElement, ReactNode } from 'react'
import styles from './FormWarnings.module.css'

interface WarningProps {
  readonly icon: ReactElement
  readonly tone: 'info' | 'warning' | 'confidential'
  readonly children: ReactNode
}

/** A line of what is good to know before a comment is sent. */
export function Warning({ icon, tone, children }: WarningProps) {
  return (
    <li data-tone={tone} className={styles.warning}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
