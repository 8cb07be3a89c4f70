import type { ReactNode } from 'react'
import styles from './Row.module.css'

interface RowMarkProps {
  readonly label: string
  readonly icon: ReactNode
  readonly tone?: 'confidential'
}

/** A sign before the title of a row. */
export function RowMark({ label, icon, tone }: RowMarkProps) {
  return (
    <span role="img" aria-label={label} title={label} data-tone={tone} className={styles.mark}>
      {icon}
    </span>
  )
}
