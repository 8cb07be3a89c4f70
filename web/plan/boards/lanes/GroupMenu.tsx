import { RowsIcon, TriangleDownIcon } from '@primer/octicons-react'
import { boardsByEpic } from '#contract/plan/boards/board-cards.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { changed } from '#web/plan/issues/list/list-address.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { setChoice } from '#web/ui/reader.ts'

/** How the board is grouped: in the address, and for the next boards in this browser. */
export function GroupMenu({ isByEpic }: { readonly isByEpic: boolean }) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  function choose(groupBy: 'epic' | undefined) {
    setChoice(boardsByEpic, groupBy === 'epic')
    setSearch(changed(search, { group_by: groupBy }))
  }
  return (
    <Menu
      label="Group by"
      placement="bottom-end"
      trigger={
        <Button variant="secondary" icon={<RowsIcon />}>
          {isByEpic ? 'Group by: Epic' : 'Group by: None'} <TriangleDownIcon />
        </Button>
      }
      items={[
        { kind: 'radio', label: 'None', checked: !isByEpic, onSelect: () => choose(undefined) },
        { kind: 'radio', label: 'Epic', checked: isByEpic, onSelect: () => choose('epic') },
      ]}
    />
  )
}
