import type { MouseEvent, MouseEventHandler } from 'react'

/** The attributes that a popup sets on the element that opens it. */
export interface TriggerProps {
  readonly 'aria-haspopup'?: 'dialog' | 'menu' | 'listbox' | undefined
  readonly 'aria-expanded'?: boolean | undefined
  readonly 'aria-controls'?: string | undefined
  readonly onClick?: MouseEventHandler<HTMLButtonElement> | undefined
}

export function anchorOf(event: MouseEvent<HTMLElement>): HTMLElement {
  return event.currentTarget
}
