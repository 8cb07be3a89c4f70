import { useEffect, useEffectEvent } from 'react'

/** What a key does, by `e`, `/` or one after the other: `c r`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const withinMs = 1_000

/** Single keys of a page. They rest while somebody types, while a dialog or a menu is open, and with Ctrl, Alt or Meta. @source KEYS-007 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((keys: string, event: KeyboardEvent) => {
    const run = shortcuts[keys]
    if (run === undefined) return false
    event.preventDefault()
    run(event)
    return true
  })
  // Keys arrive at the document, outside of any component.
  useEffect(() => {
    let last = { key: '', atMs: 0 }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [popover]:popover-open [role=listbox]'))
        return
      const isSequence = event.timeStamp - last.atMs < withinMs && press(`${last.key} ${event.key}`, event)
      if (!isSequence) press(event.key, event)
      last = isSequence ? { key: '', atMs: 0 } : { key: event.key, atMs: event.timeStamp }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=menu], [role=listbox]') !== null) return true
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|reset|file)$/.test(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
