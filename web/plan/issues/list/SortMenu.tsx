import { SortAscIcon, SortDescIcon } from '@primer/octicons-react'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { changed } from './list-address.ts'
import { type ListOrder, orderNames, rememberOrder } from './order.ts'

/** By what the list is sorted, and which way; remembered for the next visit. */
export function SortMenu({ order }: { readonly order: ListOrder }) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const current = orderNames.find(each => each.orderBy === order.orderBy)

  function sortBy(next: ListOrder) {
    rememberOrder(next)
    setSearch(changed(search, { order_by: next.orderBy, sort: next.sort }))
  }

  return (
    <ButtonGroup label="Sorting">
      <Menu
        label="Sort by"
        placement="bottom-end"
        trigger={<Button aria-label={`Sort by: ${current?.label ?? ''}`}>{current?.label}</Button>}
        items={orderNames.map(({ orderBy, sort, label }) => ({
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
