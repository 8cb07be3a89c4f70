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
      <span className={styles.text}>
        {icon}
        {shown}
      </span>
      {of
        .filter(text => text !== shown)
        .map(text => (
          // Its words are the style's, so that who reads the page reads one label.
          <span key={text} aria-hidden className={styles.text} data-hidden={text}>
            {icon}
          </span>
        ))}
    </span>
  )
}
