import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import type { Place } from '#web/plan/shapes.ts'
import type { BulkedList } from './bulk/bulk-kind.ts'
import type { Column } from './columns/columns.tsx'
import type { ListOrder, OrderName } from './columns/order.ts'
import type { FilterSet } from './filter/filters.ts'
import type { TriageField } from './use-list-keys.ts'

/** The words, columns and actions of the lists of one kind of items, on all their pages. */
export interface ListDescription<State extends string, Key extends string, By extends string> extends BulkedList {
  readonly title: string
  /** The list whose saved views it has. */
  readonly list: ViewedList
  /** The tabs. The first one is shown unless an address names another. */
  readonly states: Readonly<Record<State, string>>
  readonly filters: FilterSet
  readonly columns: readonly Column<Key, By>[]
  readonly orders: readonly OrderName<By>[]
  /** Called with an order that is to be remembered for the next visit. */
  readonly onSort?: (order: ListOrder<By>) => void
  readonly groupWords: readonly GroupWord[]
  /** The fields that single keys change. */
  readonly fieldsIn: (namespace: Place) => readonly TriageField[]
  /** Rows that open in a panel beside the list. */
  readonly peek?: 'issue' | 'epic'
  /** The height of its rows, where all are equally high: then the server draws a window full of them. */
  readonly rowHeight?: (isCompact: boolean) => string
}
