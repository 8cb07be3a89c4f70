import type { ReactNode } from 'react'
import styles from './SteadyLabel.module.css'

interface SteadyLabelProps {
  /** Every text it may show. */
  readonly of: readonly string[]
  readonly shown: string
  /** The icon before the text, close to it. */
  readonly icon?: ReactNode
}

/** A changing label that always takes the width of its widest text, so that its neighbors do not move. */
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
          // The hidden texts are CSS content, so that screen readers find only one label.
          <span key={text} aria-hidden className={styles.text} data-hidden={text}>
            {icon}
          </span>
        ))}
    </span>
  )
}
