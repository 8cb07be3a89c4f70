import type { ReactNode } from 'react'
import styles from './ButtonGroup.module.css'

interface ButtonGroupProps {
  readonly label: string
  /** Grown together into one, or a row with air between. */
  readonly joined?: boolean
  readonly children: ReactNode
}

export function ButtonGroup({ label, joined = true, children }: ButtonGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and belongs to forms
    <div role="group" aria-label={label} data-joined={joined || undefined} className={styles.group}>
      {children}
    </div>
  )
}
