import { useSyncExternalStore } from 'react'
import type { getUnsentText as getOperation } from '#contract/feeds/unsent-texts.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { call } from '../client.ts'
import { discardUnsentText, getUnsentText, keepUnsentText } from '../operations.gen.ts'
import { refresh } from './kept-calls.ts'
import { device, leaveOut, type UnsentText, unsentRows, watchRows } from './kept-rows.ts'
import { type Kept, readKept, tellKept, writeKept } from './kept-store.ts'
import { startKeeping } from './kept-sync.ts'
import { forgetText, keep, liveKept, narrower, type Written, writtenOf } from './kept-text.ts'
import { waitingFor } from './waiting.ts'

/** A text of some boxes that waits on another device. */
export interface UnsentOffer {
  readonly isHere: boolean
  readonly audience: UnsentText['audience']
  /** ISO 8601. */
  readonly at: string
  /** The beginning of the text. */
  readonly excerpt: string
  /** Continue with the text here. The former content of the boxes can be restored. */
  use(): Promise<void>
  discard(): Promise<void>
}

const failed = 'Could not load the draft. Check your connection and try again.'

/**
 * The latest text of another device for some boxes that belong together; null when none waits.
 *
 * @param from  how the names of boxes begin whose texts may go on in the first of `places`, on this device too
 */
export function useUnsentOffer(places: readonly string[], from: string | null = null): UnsentOffer | null {
  const rows = useSyncExternalStore(watchRows, unsentRows, unsentRows)
  const [latest, ...others] = waitingFor(places, from, rows)
  if (latest === undefined) return null
  const belongs = (row: UnsentText) => row.device === latest.device && (from === null || row.id === latest.id)
  const offered = [latest, ...others.filter(belongs)]
  return {
    isHere: latest.device === device,
    audience: latest.audience,
    at: latest.updatedAt,
    excerpt: latest.excerpt,
    use: () =>
      orSay(async () => {
        // Changes that the other device has sent since belong to it.
        await refresh()
        const now = waitingFor(places, from, unsentRows()).filter(belongs)
        await takeOver(now.length === 0 ? offered : now, from === null ? null : (places[0] ?? null))
      }),
    discard: () => orSay(() => discardTexts(offered)),
  }
}

async function orSay(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch {
    showToast(failed, { tone: 'danger' })
    void refresh()
  }
}

/** @param into  the box that takes the text of another one; null when each text stays in the box of its name */
async function takeOver(offered: readonly UnsentText[], into: string | null): Promise<void> {
  const texts = await Promise.all(offered.map(({ id }) => call(getUnsentText, { id })))
  const moved = texts.map(text => ({ ...text, to: into ?? text.place }))
  const before = moved.map(({ to }) => ({ place: to, kept: liveKept(to) }))
  for (const { id, place, device: of, to, ...text } of moved) {
    const own = liveKept(to)?.fields
    const written = writtenIn(text)
    // Fields that were unknown stay unknown.
    const fields = written.fields === undefined ? undefined : narrower(written.fields, own)
    keep(to, { ...written, ...(fields === undefined ? {} : { fields }), replaces: id })
    tellKept(to)
    if (to === place || of !== device) continue
    writeKept(place, null)
    tellKept(place)
  }
  leaveOut(offered)
  const overwritten = before.filter(({ kept }) => kept !== null)
  if (overwritten.length === 0) return
  showToast(offered.some(row => row.device === device) ? 'Draft restored' : 'Draft restored from your other device', {
    undo: () => void orSay(() => giveBack(overwritten, texts)),
  })
}

/** Restore both: the own text here, and the others in their former places. */
async function giveBack(
  own: readonly { readonly place: string; readonly kept: Kept | null }[],
  taken: readonly FullText[],
): Promise<void> {
  for (const { place, kept } of own) {
    if (kept === null) continue
    const { replaces: _over, ...now } = readKept(place) ?? kept
    writeKept(place, now)
    keep(place, writtenOf(kept))
    tellKept(place)
  }
  await putBack(taken)
}

/** Give texts up, here and everywhere; for a while they can be had back. */
export async function discardTexts(texts: readonly Pick<UnsentText, 'id' | 'place' | 'device'>[]): Promise<void> {
  startKeeping()
  const full = await Promise.all(texts.map(({ id }) => call(getUnsentText, { id })))
  await Promise.all(full.map(({ id }) => call(discardUnsentText, { id })))
  for (const { place, device: of } of full) {
    if (of !== device) continue
    forgetText(place)
    tellKept(place)
  }
  leaveOut(unsentRows().filter(row => full.some(each => each.id === row.id)))
  showToast(full.length === 1 ? 'Unsent draft discarded' : 'Unsent drafts discarded', {
    undo: () => void orSay(() => putBack(full)),
  })
}

/** Show whether a text was copied to the clipboard. */
export function toastCopied(isCopied: boolean): void {
  if (isCopied) showToast('Text copied')
  else showToast('Could not copy the text', { tone: 'danger' })
}

/** Discard the unsent texts that related boxes have on this device, with an undo toast. Does nothing when there are none. */
export function discardKept(...places: readonly string[]): void {
  const kept = places.flatMap(place => {
    const written = liveKept(place)
    return written === null ? [] : [{ place, written }]
  })
  if (kept.length === 0) return
  for (const { place } of kept) {
    forgetText(place)
    tellKept(place)
  }
  showToast(kept.length === 1 ? 'Unsent draft discarded' : 'Unsent drafts discarded', {
    undo: () => {
      for (const { place, written } of kept) {
        keep(place, writtenOf(written))
        tellKept(place)
      }
    },
  })
}

type FullText = ReplyOf<typeof getOperation>

async function putBack(texts: readonly FullText[]): Promise<void> {
  for (const full of texts) {
    const { place, device: of, text, fields, base, baseVersion } = full
    if (of === device) {
      keep(place, writtenIn(full))
      tellKept(place)
    } else
      await call(keepUnsentText, {
        ...{ place, device: of, text, base, baseVersion },
        ...(fields === null ? {} : { fields }),
      })
  }
  await refresh()
}

function writtenIn({
  text,
  fields,
  base,
  baseVersion,
}: Pick<FullText, 'text' | 'fields' | 'base' | 'baseVersion'>): Written {
  return {
    text,
    ...(fields === null ? {} : { fields }),
    ...(base === null ? {} : { base, version: baseVersion }),
  }
}
