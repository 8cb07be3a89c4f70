import { ColumnsIcon } from '@primer/octicons-react'
import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { chosenColumns, columns, usualColumns, withColumn } from './columns.tsx'
import { changed } from './list-address.ts'

/** Which attributes the rows show. */
export function ColumnsMenu({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch()
  const chosen = chosenColumns(search)
  const shown = chosen ?? usualColumns
  return (
    <Menu
      label="Columns"
      placement="bottom-end"
      trigger={<IconButton variant="secondary" label="Columns" icon={<ColumnsIcon />} />}
      items={[
        ...columns.map(column => ({
          kind: 'check' as const,
          label: column.label,
          checked: shown.includes(column),
          onSelect: () => setSearch(changed(search, { columns: withColumn(search, column) })),
        })),
        { kind: 'separator' },
        {
          label: 'Reset columns',
          disabled: chosen === null,
          onSelect: () => setSearch(changed(search, { columns: undefined })),
        },
      ]}
    />
  )
}
