import { SortAscIcon, SortDescIcon } from '@primer/octicons-react'
import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { changed } from '../list-address.ts'
import type { ListOrder, OrderName } from './order.ts'

interface SortMenuProps<Order extends string> {
  readonly order: ListOrder<Order>
  readonly names: readonly OrderName<Order>[]
  /** The parameters of the list. */
  readonly search: Search
  /** Called with an order that is to be remembered for the next visit. */
  readonly onSort?: ((order: ListOrder<Order>) => void) | undefined
}

/** The order of a list, and its direction. */
export function OrderMenu<Order extends string>({ order, names, search, onSort }: SortMenuProps<Order>) {
  const setSearch = useSetSearch()
  const current = names.find(each => each.orderBy === order.orderBy)

  function sortBy(next: ListOrder<Order>) {
    onSort?.(next)
    setSearch(changed(search, { order_by: next.orderBy, sort: next.sort }))
  }

  return (
    <ButtonGroup label="Sorting">
      <Menu
        label="Sort by"
        placement="bottom-end"
        trigger={<Button aria-label={`Sort by: ${current?.label ?? ''}`}>{current?.label}</Button>}
        items={names.map(({ orderBy, sort, label }) => ({
          kind: 'radio',
          label,
          checked: orderBy === order.orderBy,
          onSelect: () => sortBy({ orderBy, sort }),
        }))}
      />
      <IconButton
        variant="secondary"
        label={`${current?.[order.sort]}. Reverse sort order`}
        icon={order.sort === 'asc' ? <SortAscIcon /> : <SortDescIcon />}
        onClick={() => sortBy({ ...order, sort: order.sort === 'asc' ? 'desc' : 'asc' })}
      />
    </ButtonGroup>
  )
}
