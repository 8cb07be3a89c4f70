import { flushSync } from 'react-dom'
import { pressKey, sendKey } from '#web/ui/HoldKeys.tsx'

declare global {
  // Set by the script in `index.html`.
  interface Window {
    /** The next press or choice that was kept, with the value that its target had then. Goes with the last: no more are kept. */
    nextEarlyEvent?: () => EarlyEvent | undefined
    /** Hold a field, as is done with those that the reader is in or changes: the page writes no value into it. */
    holdField?: (field: Field) => void
    /** The fields that were held, each of which is free from then on. No more are held. */
    releaseFields?: () => Iterable<readonly [Field, HeldField]>
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

interface HeldField {
  /** The value that the server drew. */
  readonly drawn: string
  /** The last value that the page would have written into it. */
  readonly written?: string
}

/** Hold also the fields whose values the browser has put back, before the page is hydrated. */
export function takeEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>('input, textarea'))
    if (isSwitch(field) || field.value !== field.defaultValue) window.holdField?.(field)
}

/** Replay what the reader clicked, pressed and typed before the page was hydrated. Does nothing the second time. */
export async function replayEarlyInput(): Promise<void> {
  for (const [field, before] of window.releaseFields?.() ?? []) flushSync(() => release(field, before))
  const focused = document.activeElement
  for (let kept = window.nextEarlyEvent?.(); kept !== undefined; kept = window.nextEarlyEvent?.()) {
    // A press refers to the page after the text typed before it, and after the effect of the previous press.
    await new Promise(resolve => setTimeout(resolve))
    replay(kept, document.activeElement !== focused)
  }
}

const isSwitch = (field: Field): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type)

/** The page takes a field over as it stands. */
function release(field: Field, { drawn, written = field.defaultValue }: HeldField): void {
  if (isSwitch(field)) {
    // The part of the page that it is in was hydrated in time, has the press, and takes no other until it is saved.
    if (field.disabled) return
    field.checked = field.defaultChecked
    field.click()
    return
  }
  const { value, selectionStart: from, selectionEnd: to } = field
  if (value === drawn) {
    if (written !== value) field.value = written
    return
  }
  const before = keptBefore(field, drawn, written)
  // Code that reads the field at the focus means its original value.
  field.value = field.defaultValue
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  field.value = before + value
  if (from !== null && to !== null) field.setSelectionRange(before.length + from, before.length + to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** An unsent text that came into an empty box after the reader had begun to type there: it stays, before what was typed. */
function keptBefore(field: Field, drawn: string, kept: string): string {
  if (!(field instanceof HTMLTextAreaElement) || drawn !== '' || field.value.startsWith(kept)) return ''
  // After a reload the browser itself has already restored the text.
  const [opening] = performance.getEntriesByType('navigation')
  return (opening as PerformanceNavigationTiming | undefined)?.type === 'navigate' ? `${kept}\n\n` : ''
}

type EarlyEvent = readonly [event: Event, value?: string]

/** @param hasMoved  whether an event before it has moved the focus, to what a key may be meant for */
function replay([event, value]: EarlyEvent, hasMoved: boolean): void {
  const { target } = event
  if (event instanceof KeyboardEvent) (hasMoved || target === document.activeElement ? pressKey : sendKey)(event)
  else if (!(target instanceof Element) || !target.isConnected) return
  else if (event instanceof SubmitEvent) {
    if (target instanceof HTMLFormElement) target.requestSubmit()
  } else if (event.type === 'change') {
    if (target instanceof HTMLSelectElement && value !== undefined) target.value = value
    target.dispatchEvent(new Event('change', { bubbles: true }))
  } else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}
