import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { anchorOf, type TriggerProps } from '../floating/trigger.ts'
import type { Loadable } from '../on-demand.tsx'
import { useOpening } from '../use-opening.tsx'

export interface LateMenuProps {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

interface LateMenuButtonProps {
  readonly trigger: ReactElement<TriggerProps>
  /** The menu, which is loaded when the button is pressed. */
  readonly part: Loadable
  readonly children: (menu: LateMenuProps) => ReactNode
}

/** A button with a menu that is loaded on the first press, which keeps it out of the first script. */
export function LateMenu({ trigger, part, children }: LateMenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [held, open] = useOpening(part)
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: event => {
          const next = anchorOf(event)
          if (anchor) setAnchor(null)
          else open(() => setAnchor(next))
        },
      })}
      {held}
      {anchor && children({ anchor, onClose: () => setAnchor(null) })}
    </>
  )
}
