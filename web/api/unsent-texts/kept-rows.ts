import type { listUnsentTexts as listOperation } from '#contract/feeds/unsent-texts.ts'
import type { ReplyOf } from '#contract/operation.ts'

/** A text that waits on the server, without its words. */
export type UnsentText = ReplyOf<typeof listOperation>['texts'][number]

/** This browser's name for itself among the person's devices. */
export const device = deviceName()

function deviceName(): string {
  const made = globalThis.crypto?.randomUUID?.() ?? `${Math.random()}`.slice(2).padEnd(12, '0')
  try {
    const known = localStorage.getItem('weft.device')
    if (known !== null && /^[A-Za-z0-9-]{8,64}$/.test(known)) return known
    localStorage.setItem('weft.device', made)
  } catch {
    // Without storage the name lasts as long as the page.
  }
  return made
}

let rows: readonly UnsentText[] = []
let isKnown = false
let changedAt = 0
const listeners = new Set<() => void>()

/** The unsent texts on the server, for `useSyncExternalStore`. */
export const unsentRows = (): readonly UnsentText[] => rows
/** The number of unsent texts on the server; null until it is known here. */
export const unsentCount = (): number | null => (isKnown ? rows.length : null)
/** The time of the last change of that list, as far as this page knows; milliseconds, 0 if there was none. */
export const rowsChangedAt = (): number => changedAt
export function watchRows(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setRows(next: readonly UnsentText[]): void {
  rows = next
  changedAt = Date.now()
  for (const listener of listeners) listener()
}

/** Leave out at once what was just given up or taken over, before the server's list says so. */
export function leaveOut(gone: readonly UnsentText[]): void {
  setRows(rows.filter(row => !gone.some(each => each.id === row.id)))
}

/** Take over the list of the server. */
export function knowRows(next: readonly UnsentText[]): void {
  isKnown = true
  setRows(next)
}
