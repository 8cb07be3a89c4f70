import { useSyncExternalStore } from 'react'
import type { getUnsentText as getOperation } from '#contract/feeds/unsent-texts.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { call } from './client.ts'
import { type Kept, readKept, tellKept, writeKept } from './kept-store.ts'
import { device, leaveOut, refresh, startKeeping, type UnsentText, unsentRows, watchRows } from './kept-sync.ts'
import { forgetText, keep, liveKept } from './kept-text.ts'
import { forgetUnsentText, getUnsentText, keepUnsentText } from './operations.gen.ts'

/** A text of some boxes that waits on another device. */
export interface UnsentOffer {
  /** ISO 8601. */
  readonly at: string
  /** How it begins. */
  readonly excerpt: string
  /** Go on with it here. What stood in the boxes can be had back. */
  use(): Promise<void>
  discard(): Promise<void>
}

const failed = 'The text could not be fetched. Check the connection and try again.'

/** The latest text of another device for some boxes that belong together; null when none waits. */
export function useUnsentOffer(places: readonly string[]): UnsentOffer | null {
  const rows = useSyncExternalStore(watchRows, unsentRows)
  const [latest, ...others] = waitingFor(places, rows)
  if (latest === undefined) return null
  const offered = [latest, ...others.filter(row => row.device === latest.device)]
  return {
    at: latest.updatedAt,
    excerpt: latest.excerpt,
    use: () =>
      orSay(async () => {
        // What the other device has told since belongs to it.
        await refresh()
        const now = waitingFor(places, unsentRows()).filter(row => row.device === latest.device)
        await takeOver(now.length === 0 ? offered : now)
      }),
    discard: () => orSay(() => discardTexts(offered)),
  }
}

const waitingFor = (places: readonly string[], rows: readonly UnsentText[]): readonly UnsentText[] =>
  rows.filter(row => places.includes(row.place) && !isHere(row))

/** A text that was typed here, and still stands here or is on its way out. */
const isHere = (row: UnsentText): boolean => row.device === device && readKept(row.place) !== null

async function orSay(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch {
    showToast(failed, { tone: 'danger' })
    void refresh()
  }
}

async function takeOver(offered: readonly UnsentText[]): Promise<void> {
  const texts = await Promise.all(offered.map(({ id }) => call(getUnsentText, { id })))
  const before = texts.map(({ place }) => ({ place, kept: liveKept(place) }))
  for (const { id, place, text, base, baseVersion } of texts) {
    keep(place, { text, replaces: id, ...(base === null ? {} : { base, version: baseVersion }) })
    tellKept(place)
  }
  leaveOut(offered)
  const overwritten = before.filter(({ kept }) => kept !== null)
  if (overwritten.length === 0) return
  showToast('Took over the text of your other device', {
    undo: () => void orSay(() => giveBack(overwritten, texts)),
  })
}

/** Both as they were: one's own here, and the others where they came from. */
async function giveBack(
  own: readonly { readonly place: string; readonly kept: Kept | null }[],
  taken: readonly FullText[],
): Promise<void> {
  for (const { place, kept } of own) {
    if (kept === null) continue
    const { text, base, version } = kept
    const { replaces: _over, ...now } = readKept(place) ?? kept
    writeKept(place, now)
    keep(place, { text, ...(base === undefined ? {} : { base, version: version ?? null }) })
    tellKept(place)
  }
  await putBack(taken)
}

/** Give texts up, here and everywhere; for a while they can be had back. */
export async function discardTexts(texts: readonly Pick<UnsentText, 'id' | 'place' | 'device'>[]): Promise<void> {
  startKeeping()
  const full = await Promise.all(texts.map(({ id }) => call(getUnsentText, { id })))
  await Promise.all(full.map(({ place, device: of }) => call(forgetUnsentText, { place, device: of })))
  for (const { place, device: of } of full) {
    if (of !== device) continue
    forgetText(place)
    tellKept(place)
  }
  leaveOut(unsentRows().filter(row => full.some(each => each.id === row.id)))
  showToast(full.length === 1 ? 'Unsent text discarded' : 'Unsent texts discarded', {
    undo: () => void orSay(() => putBack(full)),
  })
}

type FullText = ReplyOf<typeof getOperation>

async function putBack(texts: readonly FullText[]): Promise<void> {
  for (const { place, device: of, text, base, baseVersion } of texts) {
    if (of === device) {
      keep(place, { text, ...(base === null ? {} : { base, version: baseVersion }) })
      tellKept(place)
    } else await call(keepUnsentText, { place, device: of, text, base, baseVersion })
  }
  await refresh()
}
