import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react'
import { isKey } from '../actions/keys.ts'

interface ListboxOptions {
  readonly count: number
  readonly onPick: (index: number) => void
  /** A new one sends the highlight back to where it starts. */
  readonly query: string
  /** Highlighted at first; -1 for none, so that Enter belongs to the input. */
  readonly first?: number
  readonly isOpen?: boolean
}

export interface Listbox {
  readonly listId: string
  readonly active: number
  readonly setActive: (index: number) => void
  readonly optionId: (index: number) => string
  /** Arrows, Home and End move the highlight, Enter picks it. True if the key was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly inputProps: {
    readonly role: 'combobox'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string | undefined
    readonly 'aria-activedescendant': string | undefined
    readonly 'aria-autocomplete': 'list'
    readonly autoComplete: 'off'
  }
}

/** The keyboard and the wiring of an input that steers a list: the focus stays in the input, the highlight moves. */
export function useListbox({ count, onPick, query, first = 0, isOpen = true }: ListboxOptions): Listbox {
  const listId = useId()
  const [at, setAt] = useState({ query, index: first })
  const active = Math.min(at.query === query ? at.index : first, count - 1)
  const optionId = (index: number) => `${listId}-${index}`
  const setActive = (index: number) => setAt({ query, index })

  useLayoutEffect(() => {
    if (active >= 0 && isOpen) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, isOpen, listId])

  function onKey(event: KeyboardEvent): boolean {
    const next = event.nativeEvent.isComposing ? undefined : steps(event, active, count)
    if (next !== undefined) setActive(next)
    else if (isKey(event, 'Enter') && isOpen && active >= 0) onPick(active)
    else return false
    event.preventDefault()
    return true
  }

  return {
    listId,
    active,
    setActive,
    optionId,
    onKey,
    inputProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
    },
  }
}

function steps(event: KeyboardEvent, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (event.key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return (active <= 0 ? count : active) - 1
    case 'PageDown':
      return Math.min(active + 8, count - 1)
    case 'PageUp':
      return Math.max(active - 8, 0)
    default:
      return undefined
  }
}
