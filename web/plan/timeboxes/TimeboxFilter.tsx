import type { RefObject } from 'react'
import { usePageSearch } from '#web/api/route.tsx'
import { ListFilterBar } from '#web/plan/lists/filter/ListFilterBar.tsx'
import type { Place } from '#web/plan/shapes.ts'
import styles from './TimeboxFilter.module.css'
import { timeboxFilterSet } from './timebox-address.ts'

interface TimeboxFilterProps {
  readonly namespace: Place
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The filter of the charts, times and issues of a milestone or iteration. */
export function TimeboxFilter({ namespace, inputRef }: TimeboxFilterProps) {
  return (
    <div className={styles.filter}>
      <ListFilterBar set={timeboxFilterSet} namespace={namespace} search={usePageSearch()} inputRef={inputRef} />
    </div>
  )
}
