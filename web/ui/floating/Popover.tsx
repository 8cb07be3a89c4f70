import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import type { Loadable } from '../on-demand.tsx'
import { useId } from '../use-id.tsx'
import { useOpening } from '../use-opening.tsx'
import { Floating } from './Floating.tsx'
import styles from './Popover.module.css'
import type { Placement } from './placement.ts'
import { anchorOf, type TriggerProps } from './trigger.ts'

interface PopoverProps {
  readonly trigger: ReactElement<TriggerProps>
  readonly label: string
  readonly placement?: Placement
  readonly padded?: boolean
  /** The content: the popover opens once that is loaded, so that the focus finds its place. */
  readonly part?: Loadable
  readonly className?: string | undefined
  readonly onOpen?: (() => void) | undefined
  /** However it closes. */
  readonly onClose?: (() => void) | undefined
  readonly children: (close: () => void) => ReactNode
}

export function Popover(props: PopoverProps) {
  const { trigger, label, placement, padded = true, part, className, children } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [held, open] = useOpening(part)
  const id = useId()
  const close = () => {
    setAnchor(null)
    props.onClose?.()
  }
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: event => {
          const next = anchorOf(event)
          if (anchor) close()
          else {
            props.onOpen?.()
            open(() => setAnchor(next))
          }
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
