import type { ReactNode } from 'react'
import styles from './Chip.module.css'

interface ChipProps {
  readonly tone?: 'plain' | 'good' | 'warning' | 'danger' | 'accent'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A small word beside a name: a role, a state, a visibility. */
export function Chip({ tone = 'plain', icon, children }: ChipProps) {
  return (
    <span data-tone={tone} className={styles.chip}>
      {icon}
      {children}
    </span>
  )
}
