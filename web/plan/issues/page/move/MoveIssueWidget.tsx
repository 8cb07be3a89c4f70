import { ArrowRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const MoveDialog = onDemand(() => import('./MoveDialog.tsx').then(module => module.MoveDialog))

/** @source MOVE-001 */
export function MoveIssueWidget() {
  const { word } = useIssuable()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SidebarField label="Project" icon={<ArrowRightIcon />} foldedHint={`Move ${word}`}>
        <Button block onClick={() => setOpen(true)}>
          Move {word}
        </Button>
      </SidebarField>
      {isOpen && <MoveDialog onClose={() => setOpen(false)} />}
    </>
  )
}
