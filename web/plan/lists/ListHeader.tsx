import { SortAscIcon, SortDescIcon } from '@primer/octicons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import type { Column } from './columns/columns.tsx'
import type { OrderName } from './columns/order.ts'
import styles from './ListHeader.module.css'
import { changed } from './list-address.ts'
import rowStyles from './Row.module.css'

interface ListHeaderProps<By extends string> {
  readonly columns: readonly Column<string, By>[]
  readonly order: { readonly orderBy: By; readonly sort: 'asc' | 'desc' }
  /** The orders of the list. */
  readonly names: readonly OrderName<By>[]
  readonly search: Search
  /** Called with an order that is to be remembered for the next visit. */
  readonly onSort?: ((order: { readonly orderBy: By; readonly sort: 'asc' | 'desc' }) => void) | undefined
}

interface ColumnedProps<By extends string> extends ListHeaderProps<By> {
  /** Columns that are chosen are all shown, however wide the list becomes. */
  readonly isChosen: boolean
  /** The list. */
  readonly children: ReactNode
}

/** Widths in rem: of the title with its labels, and of the gap before a column. */
const [titleWidth, gap] = [20, 0.5]

/** A list under the names of its columns. */
export function Columned<By extends string>({ isChosen, children, ...header }: ColumnedProps<By>) {
  const width = header.columns.reduce((sum, column) => sum + column.width + gap, titleWidth)
  return (
    <div className={styles.scroll}>
      <div
        className={styles.wide}
        data-worded={(!isChosen && header.columns.some(({ key }) => key === 'healthStatus')) || undefined}
        {...(isChosen && { style: { '--least-width': `${width}rem` } as CSSProperties })}
      >
        <ListHeader {...header} />
        {children}
      </div>
    </div>
  )
}

/** The names of the columns. A press on one sorts by it, another one the other way round. */
function ListHeader<By extends string>({ columns, order, names, search, onSort }: ListHeaderProps<By>) {
  const setSearch = useSetSearch()

  function sortBy(orderBy: By) {
    const first = names.find(each => each.orderBy === orderBy)?.sort ?? 'desc'
    const sort = order.orderBy !== orderBy ? first : order.sort === 'asc' ? 'desc' : 'asc'
    onSort?.({ orderBy, sort })
    setSearch(changed(search, { order_by: orderBy, sort }))
  }

  const byTitle = names.find(each => each.orderBy === 'title')?.orderBy
  const cell = (label: string, by: By | undefined, face: ReactNode) => {
    const way = by === order.orderBy ? order.sort : null
    if (by === undefined)
      return (
        <span className={styles.name} title={label}>
          {face}
          {face !== label && <span className={styles.words}>{label}</span>}
        </span>
      )
    return (
      <button
        type="button"
        className={styles.name}
        title={`Sort by ${label}`}
        aria-label={label}
        onClick={() => sortBy(by)}
      >
        {face}
        {way !== null && (way === 'asc' ? <SortAscIcon size={12} /> : <SortDescIcon size={12} />)}
      </button>
    )
  }
  const sorted = (by: By | undefined) =>
    by === undefined
      ? {}
      : ({ 'aria-sort': by !== order.orderBy ? 'none' : order.sort === 'asc' ? 'ascending' : 'descending' } as const)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows stand in a list of their own
    <div role="table" aria-label="Columns" className={styles.table}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus */}
      <div role="row" className={styles.header}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus */}
        <span role="columnheader" className={styles.title} {...sorted(byTitle)}>
          {cell('Title', byTitle, 'Title')}
        </span>
        <span role="presentation" className={rowStyles.columns}>
          {columns.map(({ key, label, order: by, icon }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
            <span key={key} role="columnheader" data-column={key} {...sorted(by)}>
              {cell(label, by, icon ?? label)}
            </span>
          ))}
        </span>
      </div>
    </div>
  )
}
