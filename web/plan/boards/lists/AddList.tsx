import { PlusIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { BoardData, BoardPageData } from '../shapes.ts'

const AddListPicker = onDemand(() => import('./AddListPicker.tsx').then(module => module.AddListPicker))

interface AddListProps {
  readonly page: BoardPageData
  readonly board: BoardData
}

export function AddList({ page, board }: AddListProps) {
  return (
    <Popover
      label="Add list"
      placement="bottom-end"
      padded={false}
      part={AddListPicker}
      trigger={
        <Button variant="primary" icon={<PlusIcon />}>
          Add list
        </Button>
      }
    >
      {close => <AddListPicker namespace={page.namespace} board={board} onClose={close} />}
    </Popover>
  )
}
