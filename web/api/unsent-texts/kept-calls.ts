import type { listUnsentTexts as listOperation } from '#contract/feeds/unsent-texts.ts'
import { unsentTextsTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { CallError, call } from '../client.ts'
import { watchTopics } from '../live/live.ts'
import { forgetUnsentText, keepUnsentText, listUnsentTexts } from '../operations.gen.ts'
import { embedded } from '../page.ts'
import { device, knowRows, setRows, unsentRows } from './kept-rows.ts'
import { isNews, isShown, type Kept, keptPlaces, readKept, tellKept, writeKept } from './kept-store.ts'

const pauseMs = 800
const longestMs = 5_000
const firstRetryMs = 2_000
const longestRetryMs = 60_000

/** Begin to follow the texts of a user: those of this browser go to the server, and the server's list is kept up to date. */
export function follow(userId: number): void {
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
  knowRows(texts)
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
    setRows(unsentRows().filter(row => row.id !== replaces && (row.place !== place || row.device !== device)))
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
