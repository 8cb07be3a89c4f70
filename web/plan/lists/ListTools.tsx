import { ColumnsIcon, StackIcon } from '@primer/octicons-react'
import type { ReactNode, RefObject } from 'react'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import type { Search } from '#web/api/router/search.ts'
import type { ListView, Place } from '#web/plan/shapes.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import type { Column } from './columns/columns.tsx'
import type { ListOrder, OrderName } from './columns/order.ts'
import { OrderMenu } from './columns/SortMenu.tsx'
import type { FilterSet } from './filter/filters.ts'
import { ListFilterBar } from './filter/ListFilterBar.tsx'
import styles from './ListTools.module.css'
import { AddressNotice, ColumnsMenu, GroupMenu } from './late-menus.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

interface ListToolsProps<Order extends string> {
  readonly list: ViewedList
  /** The plural noun of the rows: `issues`. */
  readonly noun: string
  /** Null for the list of the viewer's own to-dos. */
  readonly namespace: Place | null
  readonly views: readonly ListView[]
  readonly canShareViews: boolean
  /** The parameters of the list. */
  readonly search: Search
  readonly filters: FilterSet
  readonly filterInput: RefObject<HTMLInputElement | null>
  readonly order: ListOrder<Order>
  readonly orders: readonly OrderName<Order>[]
  /** Called with an order that is to be remembered for the next visit. */
  readonly onSort?: ((order: ListOrder<Order>) => void) | undefined
  readonly groupWords: readonly GroupWord[]
  readonly columns: readonly Column[]
  /** Further buttons. */
  readonly children?: ReactNode
}

/** The bar above a list: its saved views, filters, order, groups and columns. */
export function ListTools<Order extends string>({ list, namespace, search, order, ...props }: ListToolsProps<Order>) {
  return (
    <div className={styles.tools}>
      {Object.keys(search).length > 0 && <AddressNotice search={search} set={props.filters} orders={props.orders} />}
      <ViewsMenu
        list={list}
        owner={namespace ?? 'self'}
        views={props.views}
        canShare={props.canShareViews}
        order={order}
      />
      <div className={styles.filter}>
        <ListFilterBar
          noun={props.noun}
          set={props.filters}
          namespace={namespace}
          search={search}
          inputRef={props.filterInput}
        />
      </div>
      <OrderMenu order={order} names={props.orders} search={search} onSort={props.onSort} />
      <LateMenu trigger={<IconButton variant="secondary" label="Group by" icon={<StackIcon />} />} part={GroupMenu}>
        {menu => <GroupMenu {...menu} words={props.groupWords} search={search} namespace={namespace} />}
      </LateMenu>
      <LateMenu trigger={<IconButton variant="secondary" label="Columns" icon={<ColumnsIcon />} />} part={ColumnsMenu}>
        {menu => <ColumnsMenu {...menu} columns={props.columns} search={search} />}
      </LateMenu>
      {props.children}
    </div>
  )
}
