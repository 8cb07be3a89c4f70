import type { IterationData } from './calls.ts'
import styles from './IterationStateMark.module.css'

const words = { upcoming: 'Upcoming', current: 'Current', closed: 'Closed' } as const

export function IterationStateMark({ state }: { readonly state: IterationData['state'] }) {
  return (
    <span data-state={state} className={styles.mark}>
      {words[state]}
    </span>
  )
}
