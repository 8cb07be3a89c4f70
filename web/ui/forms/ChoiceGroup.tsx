import type { ReactNode } from 'react'
import { useId } from '../use-id.tsx'
import styles from './Choice.module.css'

interface ChoiceGroupProps {
  readonly legend: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly children: ReactNode
}

/** Checkboxes or radios that belong together. */
export function ChoiceGroup({ legend, hint, error, children }: ChoiceGroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={hint || error ? id : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {(hint || error) && (
        <p id={id} className={styles.hint} data-error={error ? true : undefined}>
          {error || hint}
        </p>
      )}
      {children}
    </fieldset>
  )
}
