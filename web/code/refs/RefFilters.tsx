import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import type { RefListState, RefSort } from './ref-list.ts'
import styles from './refs.module.css'

interface RefFiltersProps<Sort extends string> {
  readonly label: string
  readonly list: RefListState<Sort>
  readonly sorts: readonly RefSort<Sort>[]
}

export function RefFilters<Sort extends string>({ label, list, sorts }: RefFiltersProps<Sort>) {
  return (
    <div className={styles.filters}>
      <SearchInput label={label} value={list.box.text} onValue={list.box.setText} wrapperClassName={styles.search} />
      <Select
        aria-label="Order"
        options={sorts}
        value={list.sort}
        onChange={event => list.setSort(event.target.value)}
      />
    </div>
  )
}
