import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { isKey } from '#web/ui/actions/keys.ts'
import { useId } from '../../use-id.tsx'

interface ListboxOptions {
  readonly count: number
  /** @param withModifier  the control or command key was held: where a list can open in another tab */
  readonly onPick: (index: number, withModifier: boolean) => void
  /** A new one sends the highlight back to where it starts. */
  readonly query: string
  /** Highlighted at first; -1 for none, so that Enter belongs to the input. */
  readonly first?: number
  /** The ids of the rows: the highlighted one stays so while rows come and go around it. */
  readonly ids?: readonly string[]
  readonly isOpen?: boolean
  /** The rows answer an older query: Enter waits for the answer to this one, unless an arrow key chose a row. */
  readonly isLate?: boolean
  /** Called in place of `onPick` when the answer that Enter waited for brought no rows. */
  readonly onNone?: () => void
}

export interface Listbox {
  /** All that was typed after the query while Enter waits for the answer to it: the next queries, one after the other. */
  readonly ahead: string
  /** The first of these queries; empty for none. */
  readonly next: string
  /** @returns whether a text of the input is typed ahead, so that the query stays */
  readonly typeAhead: (text: string) => boolean
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

/** Enter waits for the answer to a query. */
interface AwaitedAnswer {
  readonly query: string
  readonly withModifier: boolean
  /** The next queries, after each of which Enter was pressed. */
  readonly entered: readonly string[]
  /** The text typed after these, without an Enter so far. */
  readonly ahead: string
}

/** The keyboard and the wiring of an input that steers a list: the focus stays in the input, the highlight moves. */
export function useListbox(options: ListboxOptions): Listbox {
  const { count, onPick, onNone, query, first = 0, ids, isOpen = true, isLate = false } = options
  const listId = useId()
  // Null: the highlight has not been moved, and is where it starts.
  const [at, setAt] = useState<{ readonly query: string; readonly index: number; readonly id?: string } | null>(null)
  const [awaited, setAwaited] = useState<AwaitedAnswer | null>(null)
  const moved = at?.query === query ? at : null
  const active = Math.min(moved === null ? first : indexOf(moved, ids), count - 1)
  const isAwaiting = awaited?.query === query
  const optionId = (index: number) => `${listId}-${index}`
  function setActive(index: number) {
    const id = ids?.[index]
    setAt({ query, index, ...(id !== undefined && { id }) })
  }

  useLayoutEffect(() => {
    if (active >= 0 && isOpen) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, isOpen, listId])

  // The answer comes from outside of React, without a key press.
  useEffect(() => {
    if (awaited === null || (isAwaiting && isOpen && isLate)) return
    const [next, ...entered] = isAwaiting && isOpen && active >= 0 ? awaited.entered : []
    setAwaited(next === undefined ? null : { ...awaited, query: next, entered })
    if (!isAwaiting || !isOpen) return
    if (active >= 0) onPick(active, awaited.withModifier)
    else onNone?.()
  })

  function onKey(event: KeyboardEvent): boolean {
    const withModifier = event.ctrlKey || event.metaKey
    const next = steps(event, active, count)
    if (next !== undefined) setActive(next)
    else if (isKey(event, 'Enter') && isOpen && isLate && moved === null && first >= 0)
      setAwaited(isAwaiting ? { ...awaited, ...enter(awaited) } : { query, withModifier, entered: [], ahead: '' })
    else if (isKey(event, 'Enter') && isOpen && active >= 0) {
      // The picked row keeps the highlight: another Enter undoes the choice, and nothing else.
      setActive(active)
      onPick(active, withModifier)
    } else return false
    event.preventDefault()
    return true
  }

  return {
    ahead: isAwaiting ? awaited.entered.join('') + awaited.ahead : '',
    next: isAwaiting ? (awaited.entered[0] ?? awaited.ahead) : '',
    typeAhead(text) {
      const before = query + (isAwaiting ? awaited.entered.join('') : '')
      if (!isAwaiting || !text.startsWith(before)) return false
      setAwaited({ ...awaited, ahead: text.slice(before.length) })
      return true
    },
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

/** Another Enter while one waits: the text since the last Enter becomes a query of its own. */
const enter = ({ entered, ahead }: AwaitedAnswer) => (ahead === '' ? {} : { entered: [...entered, ahead], ahead: '' })

function indexOf(at: { readonly index: number; readonly id?: string }, ids: readonly string[] | undefined): number {
  const index = at.id === undefined ? -1 : (ids?.indexOf(at.id) ?? -1)
  return index < 0 ? at.index : index
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
