import { pressKey, sendKey } from '#web/ui/HoldKeys.tsx'

declare global {
  interface Window {
    /**
     * The next press or choice that was kept, with the value that its target had then; when there is none, no more are kept.
     * Set by the script in `index.html`.
     */
    nextEarlyEvent?: () => EarlyEvent | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

const typed = new Map<EventTarget | null, TypedField>()

/**
 * Remember what the reader has typed so far, and types until it is replayed. Call it before the page is hydrated: React then gives each
 * field the value that it knows of.
 */
export function takeEarlyInput(): void {
  document.querySelectorAll<Field>('input, textarea').forEach(take)
  addEventListener('input', typeOn, true)
}

function take(field: Field): void {
  const { value, defaultValue: drawn, selectionStart: from, selectionEnd: to } = field
  if (isSwitch(field) ? field.checked === field.defaultChecked : value === drawn) typed.delete(field)
  else typed.set(field, { field, value, drawn, from, to })
}

/** Hydrating a page takes several turns, and the reader types between them. */
function typeOn({ target }: Event): void {
  if ((target as TrackedField)._valueTracker === undefined) take(target as Field)
}

/** Replay what the reader clicked, pressed and typed before the page was hydrated. Does nothing the second time. */
export async function replayEarlyInput(): Promise<void> {
  removeEventListener('input', typeOn, true)
  for (const each of typed.values()) replayField(each)
  typed.clear()
  const focused = document.activeElement
  for (let kept = window.nextEarlyEvent?.(); kept !== undefined; kept = window.nextEarlyEvent?.()) {
    replay(kept, document.activeElement !== focused)
    // What one press opens takes the next one.
    await new Promise(resolve => setTimeout(resolve))
  }
}

const isSwitch = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)

interface TypedField {
  readonly field: Field
  readonly value: string
  /** What the server drew in it. */
  readonly drawn: string
  readonly from: number | null
  readonly to: number | null
}

/** React takes a value for changed that differs from the last one that it saw. */
interface TrackedField {
  readonly _valueTracker?: { readonly setValue: (value: string) => void }
}

function replayField(typedField: TypedField): void {
  const { field, value, from, to } = typedField
  if (isSwitch(field)) {
    field.checked = field.defaultChecked
    field.click()
    return
  }
  const before = keptBefore(typedField)
  // Whoever asks at the focus what stands in the field means what stood there at first.
  field.value = field.defaultValue
  // React hydrates the part of the page that an event is for before it hands it out.
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  field.value = before + value
  const { _valueTracker: tracker } = field as TrackedField
  tracker?.setValue(field.defaultValue)
  if (from !== null && to !== null) field.setSelectionRange(before.length + from, before.length + to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** An unsent text that came into an empty box after the reader had begun to type there: it stays, before what was typed. */
function keptBefore({ field, value, drawn }: TypedField): string {
  const kept = field.defaultValue
  if (!(field instanceof HTMLTextAreaElement) || drawn !== '' || kept === '' || kept === value) return ''
  // After a reload the browser had put the text back before.
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
