import { type ReactElement, type ReactNode, useState } from 'react'
import { anchorOf } from '../floating/trigger.ts'
import type { Loadable } from '../on-demand.tsx'
import { useOpening } from '../use-opening.tsx'
import { IconButton } from './IconButton.tsx'

export interface LateMenuProps {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

interface LateMenuButtonProps {
  readonly label: string
  readonly icon: ReactElement
  /** The menu, which is loaded when the button is pressed. */
  readonly part: Loadable
  readonly children: (menu: LateMenuProps) => ReactNode
}

/** A button with a menu that is loaded on the first press, which keeps it out of the first script. */
export function LateMenu({ label, icon, part, children }: LateMenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [held, open] = useOpening(part)
  return (
    <>
      <IconButton
        variant="secondary"
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => {
          const next = anchorOf(event)
          if (anchor) setAnchor(null)
          else open(() => setAnchor(next))
        }}
      />
      {held}
      {anchor && children({ anchor, onClose: () => setAnchor(null) })}
    </>
  )
}
