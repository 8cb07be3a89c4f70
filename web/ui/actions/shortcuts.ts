import { useEffect, useEffectEvent } from 'react'

type Run = (event: KeyboardEvent) => void

/** What a key does; with a label the help lists it. */
export type Shortcut = Run | { readonly label: string; readonly run: Run }

/** By `e`, `/` or one key after the other: `c r`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>

const withinMs = 1_000

/** Those on the page, innermost last: of two that want one key it is the last one's. */
const sets: (() => Shortcuts)[] = []
let last = { key: '', atMs: 0 }

/**
 * Single keys of a page. They rest while somebody types, while a dialog, a list or a full-screen text is open, and with
 * Ctrl, Alt or Meta.
 *
 * @source KEYS-007
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const now = useEffectEvent(() => shortcuts)
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
  for (const set of sets)
    for (const [keys, shortcut] of Object.entries(set())) {
      if (typeof shortcut === 'object') found.set(keys, shortcut.label)
    }
  return [...found].map(([keys, label]) => ({ keys, label }))
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
  if (isTyping(event.target) || document.querySelector('dialog[open], [popover]:popover-open [role=listbox]')) return
  // All pages' sequences come before any page's single key: `c r` is no `r`.
  const isSequence = event.timeStamp - last.atMs < withinMs && press(`${last.key} ${event.key}`, event)
  if (!isSequence) press(event.key, event)
  last = isSequence ? { key: '', atMs: 0 } : { key: event.key, atMs: event.timeStamp }
}

function press(keys: string, event: KeyboardEvent): boolean {
  const shortcut = sets.map(set => set()[keys]).findLast(each => each !== undefined)
  if (shortcut === undefined) return false
  event.preventDefault()
  if (typeof shortcut === 'object') shortcut.run(event)
  else shortcut(event)
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=menu], [role=listbox], [popover]') !== null) return true
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|reset|file)$/.test(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
