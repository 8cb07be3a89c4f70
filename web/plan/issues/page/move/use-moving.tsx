import { type ReactNode, useState } from 'react'
import type { IssuePageData } from '#web/plan/shapes.ts'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const MoveDialog = onDemand(() => import('./MoveDialog.tsx').then(module => module.MoveDialog))
const CloneDialog = onDemand(() => import('./CloneDialog.tsx').then(module => module.CloneDialog))

/** Moving and cloning an issue from the menu of its page. */
export function useMoving({ issue, isMoved, permissions }: IssuePageData): {
  readonly actions: readonly MenuItem[]
  readonly dialog: ReactNode
} {
  const [open, setOpen] = useState<'move' | 'clone' | null>(null)
  const close = () => setOpen(null)
  const word = issue.type === 'incident' ? 'incident' : 'issue'
  return {
    actions: [
      ...(permissions.canMove && !isMoved ? [{ label: `Move ${word}`, onSelect: () => setOpen('move') } as const] : []),
      ...(permissions.canMove ? [{ label: `Clone ${word}`, onSelect: () => setOpen('clone') } as const] : []),
    ],
    dialog: (
      <>
        {open === 'move' && <MoveDialog onClose={close} />}
        {open === 'clone' && <CloneDialog onClose={close} />}
      </>
    ),
  }
}
