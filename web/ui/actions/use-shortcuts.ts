import { useEffect, useEffectEvent } from 'react'
import { latinKey } from './keys.ts'

/** Returns false where the key is not for it now: it does then what it does anyway. */
type Run = (event: KeyboardEvent) => unknown

interface Shortcut {
  readonly keys: string
  /** The line of the key in the help. */
  readonly label?: string
}

interface Handler extends Shortcut {
  readonly run: Run
}

const withinMs = 1_000

/** The sets of the page, innermost last: if two want the same key, the last one gets it. */
const sets: (() => readonly Handler[])[] = []
let last = { key: '', atMs: 0 }

/**
 * Single keys of a page. They rest while the user types, while a dialog, a list or a full-screen text is open, and with
 * Ctrl, Alt or Meta.
 *
 * @param table  the keys by what they do
 * @param handlers  left out where the page cannot do it now
 * @source KEYS-007
 */
export function useShortcuts<Table extends Readonly<Record<string, Shortcut>>>(
  table: Table,
  handlers: { readonly [Name in keyof Table]?: Run | false | null | undefined },
): void {
  const now = useEffectEvent(() =>
    Object.entries(table).flatMap(([name, shortcut]) => {
      const run = handlers[name]
      return run ? [{ ...shortcut, run }] : []
    }),
  )
  // Keys arrive at the document, outside of any component.
  useEffect(() => {
    // An effect's function may not leave it: this one does so only for as long as the effect lasts.
    const set = () => now()
    if (sets.length === 0) document.addEventListener('keydown', onKey)
    sets.push(set)
    return () => {
      sets.splice(sets.indexOf(set), 1)
      if (sets.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}

export interface KeyOfPage {
  readonly keys: string
  readonly label: string
}

/** The keys that do something on the page as it is, with what they do. To be asked while an event is handled. */
export function shortcutsNow(): readonly KeyOfPage[] {
  const found = new Map<string, string>()
  for (const set of sets) for (const { keys, label } of set()) if (label !== undefined) found.set(keys, label)
  return [...found].map(([keys, label]) => ({ keys, label }))
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
  if (isTyping(event.target) || document.querySelector('dialog[open], [popover]:popover-open [role=listbox]')) return
  const key = nameOf(event)
  // All pages' sequences come before any page's single key: `c r` is no `r`, and `g e` is no `e` where it leads nowhere.
  const first = event.timeStamp - last.atMs < withinMs ? last.key : ''
  last = { key: '', atMs: 0 }
  if (first !== '' && (press(`${first} ${key}`, event) || first === leader)) return
  press(key, event)
  last = { key, atMs: event.timeStamp }
}

/** The key that only begins others. */
const leader = 'g'

/** A letter with Shift is `Shift+J`, also with Caps Lock; a sign that needs Shift is the sign alone. */
function nameOf(event: KeyboardEvent): string {
  const key = latinKey(event)
  if (key === ' ') return 'Space'
  if (!/^[a-z]$/i.test(key)) return key
  return event.shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
}

function press(keys: string, event: KeyboardEvent): boolean {
  const shortcut = sets.flatMap(set => set()).findLast(each => each.keys === keys)
  if (shortcut === undefined) return false
  if (shortcut.run(event) === false) return false
  event.preventDefault()
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=menu], [role=listbox], [popover=manual]') !== null) return true
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|reset|file)$/.test(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
