import type { ReactNode } from 'react'
import styles from './SteadyLabel.module.css'

interface SteadyLabelProps {
  /** Every text it may show. */
  readonly of: readonly string[]
  readonly shown: string
  /** Before the text, close to it. */
  readonly icon?: ReactNode
}

/** A text that changes, as wide as the widest it may become: what stands beside it does not move. */
export function SteadyLabel({ of, shown, icon }: SteadyLabelProps) {
  return (
    <span className={styles.label}>
      {[...new Set([...of, shown])].map(text => (
        <span key={text} className={styles.text} data-hidden={text !== shown || undefined}>
          {icon}
          {text}
        </span>
      ))}
    </span>
  )
}
