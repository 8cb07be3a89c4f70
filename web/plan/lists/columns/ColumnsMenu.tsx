import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu } from '#web/ui/actions/Menu.tsx'
import { changed } from '../list-address.ts'
import { type Column, chosenColumns, usualOf } from './columns.tsx'
import { withColumn } from './with-column.ts'

interface ColumnsMenuProps extends LateMenuProps {
  readonly columns: readonly Column[]
  readonly search: Search
}

/** The attributes that the rows show. */
export function ColumnsMenu({ columns, search, anchor, onClose }: ColumnsMenuProps) {
  const setSearch = useSetSearch()
  const chosen = chosenColumns(search, columns)
  const shown = chosen ?? usualOf(columns)
  return (
    <AnchoredMenu
      label="Columns"
      placement="bottom-end"
      anchor={anchor}
      onClose={onClose}
      items={[
        ...columns.map(column => ({
          kind: 'check' as const,
          label: column.label,
          checked: shown.includes(column),
          onSelect: () => setSearch(changed(search, { columns: withColumn(search, column, columns) })),
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
