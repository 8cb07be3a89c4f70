import { cloneElement, type ReactElement, type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { useOpening } from '../HoldKeys.tsx'
import { Floating } from './Floating.tsx'
import styles from './Popover.module.css'
import type { Placement } from './placement.ts'
import { anchorOf, type TriggerProps } from './trigger.ts'

interface PopoverProps {
  readonly trigger: ReactElement<TriggerProps>
  readonly label: string
  readonly placement?: Placement
  readonly padded?: boolean
  readonly className?: string | undefined
  readonly children: (close: () => void) => ReactNode
}

export function Popover({ trigger, label, placement, padded = true, className, children }: PopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [held, open] = useOpening()
  const id = useId()
  const close = () => setAnchor(null)
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: event => {
          const next = anchorOf(event)
          if (anchor) close()
          // It opens when all scripts of its inside are there, so that the focus finds its place.
          else open(() => setAnchor(next))
        },
      })}
      {held}
      <Floating
        anchor={anchor}
        onClose={close}
        id={id}
        role="dialog"
        label={label}
        className={classes(padded && styles.padded, className)}
        {...(placement && { placement })}
      >
        {anchor && children(close)}
      </Floating>
    </>
  )
}
