import type { listUnsentTexts as listOperation } from '#contract/feeds/unsent-texts.ts'
import { unsentTextsTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { CallError, call } from '../client.ts'
import { watchTopics } from '../live/live.ts'
import { forgetUnsentText, keepUnsentText, listUnsentTexts } from '../operations.gen.ts'
import { embedded } from '../page.ts'
import { isShown, type Kept, keptPlaces, listenToTabs, readKept, tellKept, writeKept } from './kept-store.ts'

/** A text that waits on the server, without its words. */
export type UnsentText = ReplyOf<typeof listOperation>['texts'][number]

const pauseMs = 800
const longestMs = 5_000
const firstRetryMs = 2_000
const longestRetryMs = 60_000

const userId = embedded.viewer?.user?.id ?? null

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

let isStarted = false
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

function setRows(next: readonly UnsentText[]): void {
  rows = next
  changedAt = Date.now()
  for (const listener of listeners) listener()
}

/** Leave out at once what was just given up or taken over, before the server's list says so. */
export function leaveOut(gone: readonly UnsentText[]): void {
  setRows(rows.filter(row => !gone.some(each => each.id === row.id)))
}

/** Begin to follow the person's texts; with the first box on a page. */
export function startKeeping(): void {
  if (isStarted || userId === null) return
  isStarted = true
  listenToTabs()
  // The document itself says when there is nothing: then nothing is asked, unless something here may have been discarded elsewhere.
  const isNothingHere = keptPlaces().every(place => readKept(place)?.synced === undefined)
  if (embedded.viewer?.counts.unsentTexts === 0 && isNothingHere)
    take({ texts: [], discarded: [] }, performance.timeOrigin)
  else void refresh()
  watchTopics([unsentTextsTopic(userId)], () => void refresh())
  window.addEventListener('online', () => {
    retryMs = firstRetryMs
    pushAll()
    void refresh()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') pushWaiting()
    else void refresh()
  })
  window.addEventListener('pagehide', pushWaiting)
  pushAll()
}

/** Send the texts that the last page could not bring to the server, whatever page this is. */
export function resumeKeeping(): void {
  const isLeft = (place: string) => {
    const kept = readKept(place)
    return kept !== null && isNews(kept)
  }
  if (keptPlaces().some(isLeft)) startKeeping()
}

let asked = 0
let answered = 0

/** Ask which texts wait. */
export async function refresh(): Promise<void> {
  asked += 1
  const turn = asked
  const startedAt = Date.now()
  try {
    const list = await call(listUnsentTexts, { device })
    if (turn === asked) take(list, startedAt)
  } catch {
    // Without the list only the offer is missing; the next change or look asks again.
  } finally {
    if (turn === asked) answered = turn
  }
}

/**
 * Take over what the server says. A text goes from here only when the server says that it was discarded on another device:
 * one that the server does not have may have been lost there.
 */
function take({ texts, discarded }: ReplyOf<typeof listOperation>, askedAt: number): void {
  isKnown = true
  setRows(texts)
  for (const place of discarded) {
    const kept = readKept(place)
    if (kept === null || kept.synced !== kept.at || (kept.syncedAt ?? askedAt) >= askedAt) continue
    writeKept(place, null)
    if (isShown(place)) tellKept(place)
  }
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const since = new Map<string, number>()
/** The `at` of the record that is being sent, by place. */
const underWay = new Map<string, number>()
let retryMs = firstRetryMs

/** A place was typed in, or emptied: tell the server after a pause. */
export function touched(place: string, pause = pauseMs): void {
  if (userId === null) return
  startKeeping()
  const from = since.get(place) ?? Date.now()
  since.set(place, from)
  clearTimeout(timers.get(place))
  const wait = Math.max(0, Math.min(pause, from + longestMs - Date.now()))
  timers.set(
    place,
    setTimeout(() => void push(place), wait),
  )
}

function pushWaiting(): void {
  for (const place of new Set([...timers.keys(), ...underWay.keys()])) void push(place, true)
}

function pushAll(): void {
  for (const place of keptPlaces()) {
    const kept = readKept(place)
    if (kept !== null && isNews(kept)) void push(place)
  }
}

const isNews = (kept: Kept): boolean => kept.gone === true || (kept.synced !== kept.at && kept.refused !== kept.at)

/** Bring the server up to date with a place; one call at a time, unless the page is left and cannot wait for the one before. */
async function push(place: string, keepalive = false): Promise<void> {
  clearTimeout(timers.get(place))
  timers.delete(place)
  since.delete(place)
  const kept = readKept(place)
  if (kept === null || !isNews(kept)) return
  if (underWay.has(place) && (!keepalive || underWay.get(place) === kept.at)) return
  underWay.set(place, kept.at)
  let pause: number | null = null
  try {
    await send(place, kept, keepalive)
    retryMs = firstRetryMs
  } catch (error) {
    const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (isRefused) update(place, now => ({ ...now, refused: kept.at }))
    else {
      pause = retryMs
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    }
  } finally {
    if (underWay.get(place) === kept.at) underWay.delete(place)
    const now = readKept(place)
    // Typed on meanwhile, or not reached.
    if (now !== null && isNews(now)) {
      since.delete(place)
      if (pause === null) touched(place)
      else
        timers.set(
          place,
          setTimeout(() => void push(place), pause),
        )
    }
  }
}

async function send(place: string, kept: Kept, keepalive: boolean): Promise<void> {
  if (kept.gone) {
    const { replaces } = kept
    await call(
      forgetUnsentText,
      { place, device, writtenMs: kept.at, ...(replaces === undefined ? {} : { replaces }) },
      { keepalive },
    )
    setRows(rows.filter(row => row.id !== replaces && (row.place !== place || row.device !== device)))
    // A list requested before still has it.
    if (asked !== answered) void refresh()
    const now = readKept(place)
    if (now?.gone && now.at === kept.at) writeKept(place, null)
    else update(place, ({ sent: _sent, synced: _synced, syncedAt: _at, replaces: _replaces, ...rest }) => rest)
    return
  }
  const { text, fields, base = null, version = null, replaces } = kept
  update(place, now => ({ ...now, sent: true }))
  const { writtenMs } = await call(
    keepUnsentText,
    {
      ...{ place, device, text, base, baseVersion: version, writtenMs: kept.at },
      ...(fields === undefined ? {} : { fields }),
      ...(replaces === undefined ? {} : { replaces }),
    },
    { keepalive },
  )
  // Held back by what was written when the clock was ahead: this browser knows that its own text is the latest.
  if (writtenMs > kept.at) {
    update(place, now => (now.at === kept.at ? { ...now, at: writtenMs + 1 } : now))
    return
  }
  update(place, ({ replaces: left, ...now }) => ({
    ...now,
    ...(left === undefined || left === replaces ? {} : { replaces: left }),
    synced: kept.at,
    syncedAt: Date.now(),
  }))
}

function update(place: string, change: (kept: Kept) => Kept): void {
  const now = readKept(place)
  if (now !== null) writeKept(place, change(now))
}
