import { useRef } from 'react'
import { usePageSearch } from '#web/api/route.tsx'
import { IssueFilterBar } from '#web/plan/issues/list/IssueFilterBar.tsx'
import type { Place } from '#web/plan/shapes.ts'
import { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import styles from './TimeboxFilter.module.css'
import { timeboxFilterSet } from './timebox-address.ts'

const keys = { filter: shortcuts.issueList.filter }

/** The filter of the charts, times and issues of a milestone or iteration. */
export function TimeboxFilter({ namespace }: { readonly namespace: Place }) {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts(keys, { filter: () => input.current?.focus() })
  return (
    <div className={styles.filter}>
      <IssueFilterBar set={timeboxFilterSet} namespace={namespace} search={usePageSearch()} inputRef={input} />
    </div>
  )
}
