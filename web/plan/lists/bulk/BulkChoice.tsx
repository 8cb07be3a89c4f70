import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import type { Loadable } from '#web/ui/on-demand.tsx'

interface BulkChoiceProps {
  readonly label: string
  /** The name in `openBulkChoice`. */
  readonly name: string
  readonly part: Loadable
  readonly padded?: boolean
  readonly onOpen?: () => void
  readonly onClose?: () => void
  readonly children: (close: () => void) => ReactNode
}

/** A button of the bulk bar that opens what is chosen for all rows. */
export function BulkChoice({ label, name, part, padded = false, onOpen, onClose, children }: BulkChoiceProps) {
  return (
    <Popover
      label={label}
      part={part}
      placement="top-start"
      padded={padded}
      onOpen={onOpen}
      onClose={onClose}
      trigger={
        <Button size="s" data-bulk={name}>
          {label}
        </Button>
      }
    >
      {children}
    </Popover>
  )
}
