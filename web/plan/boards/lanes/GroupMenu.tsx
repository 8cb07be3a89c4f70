import { RowsIcon, TriangleDownIcon } from '@primer/octicons-react'
import { laneAttributes } from '#contract/plan/boards/board-cards.ts'
import { call } from '#web/api/client.ts'
import { setBoardDisplay } from '#web/api/operations.gen.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { changed } from '#web/plan/lists/list-address.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { BoardData, BoardPageData } from '../shapes.ts'
import type { Grouping } from './GroupChoices.tsx'
import { laneAttributeNames } from './lane-words.ts'

const GroupChoices = onDemand(() => import('./GroupChoices.tsx').then(module => module.GroupChoices))
const LaneLabels = onDemand(() => import('./LaneLabels.tsx').then(module => module.LaneLabels))

interface GroupMenuProps {
  readonly namespace: BoardPageData['namespace']
  readonly board: BoardData
}

/** The grouping of the board: in the address, and for the next visit of this person. */
export function GroupMenu({ namespace, board: { id, lanes } }: GroupMenuProps) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const { user } = useViewer()
  function choose({ by, scope, labelIds = [] }: Grouping) {
    const groupLabels = labelIds.length > 0 ? labelIds.join(',') : undefined
    setSearch(changed(search, { group_by: by, group_scope: scope, group_labels: groupLabels }))
    if (user === null) return
    const words = { groupBy: by, ...(scope && { groupScope: scope }), ...(groupLabels && { groupLabels }) }
    // The address has the choice already; the next visit alone would miss it.
    call(setBoardDisplay, { boardId: id, ...words }).catch(() => undefined)
  }
  return (
    <>
      <LateMenu
        trigger={
          <Button variant="secondary" icon={<RowsIcon />}>
            {`Group by: ${groupName(lanes)}`} <TriangleDownIcon />
          </Button>
        }
        part={GroupChoices}
      >
        {menu => (
          <GroupChoices {...menu} namespace={namespace} attributes={laneAttributes} lanes={lanes} onChoose={choose} />
        )}
      </LateMenu>
      {lanes?.by === 'label' && (
        <Popover
          label="Labels with lanes"
          placement="bottom-end"
          padded={false}
          part={LaneLabels}
          trigger={
            <Button variant="secondary">
              {lanes.labelIds.length === 0 ? 'Choose labels' : `${lanes.labelIds.length} chosen`} <TriangleDownIcon />
            </Button>
          }
        >
          {close => (
            <LaneLabels
              namespace={namespace.fullPath}
              lanes={lanes}
              onChoose={labelIds => choose({ by: 'label', labelIds })}
              onClose={close}
            />
          )}
        </Popover>
      )}
    </>
  )
}

const groupName = (lanes: BoardData['lanes']): string =>
  lanes === null ? 'None' : lanes.scope === null ? laneAttributeNames[lanes.by] : `${lanes.scope}::`
