import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { TextBox } from '#contract/text-boxes.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { type BoxFields, type Kept, keptPlaces, readKept, watchKept, writeKept } from './kept-store.ts'
import { startKeeping, touched } from './kept-sync.ts'

export { type BoxFields, keptPlaces }

/** The unsent text of a place; null if there is none. */
export const keptText = (place: string): string | null => liveKept(place)?.text ?? null

/** All that was written in a place, the title before the text; empty when nothing is kept. */
export function wordsIn(place: string): string {
  const kept = liveKept(place)
  return [kept?.fields?.title, kept?.text].filter(Boolean).join('\n\n')
}

/** Keep what is typed, here at once and on the server after a pause; the text of the start is kept as nothing. */
export function keepText(place: string, text: string, original = ''): void {
  if (text === original) forgetText(place)
  else keep(place, { text, base: liveKept(place)?.base ?? original })
}

/** The unsent text of a place with the text it was begun on; null if there is none. */
export function liveKept(place: string): Kept | null {
  const kept = readKept(place)
  return kept === null || kept.gone ? null : kept
}

/** Forget it here and on the server: it was sent or given up. */
export function forgetText(place: string): void {
  const kept = readKept(place)
  if (kept === null || kept.gone) return
  if (kept.sent === undefined && kept.synced === undefined && kept.replaces === undefined) {
    writeKept(place, null)
    return
  }
  writeKept(place, { ...kept, text: '', at: laterThan(kept), gone: true })
  touched(place, 0)
}

/** The time, and later than what is kept though the clock was set back: the server goes by the order. */
const laterThan = (kept: Kept | null): number => Math.max(Date.now(), (kept?.at ?? 0) + 1)

export type Written = Pick<Kept, 'text' | 'fields' | 'base' | 'version' | 'replaces'>

/** The part of a record that the user wrote, without the server's state, to be stored again. */
export function writtenOf({ text, fields, base, version }: Kept): Written {
  return {
    text,
    ...(fields === undefined ? {} : { fields }),
    ...(base === undefined ? {} : { base, version: version ?? null }),
  }
}

/** Keep a text with what it was begun on. @returns when, as `Kept.at` */
export function keep(place: string, written: Written): number {
  const before = readKept(place)
  const { sent, synced, syncedAt, replaces } = before ?? {}
  const at = laterThan(before)
  writeKept(place, {
    sent,
    synced,
    syncedAt,
    replaces,
    ...written,
    path: location.pathname,
    at,
  })
  touched(place)
  return at
}

/** The first of two choices, made as narrow as either: a text meant for few is never opened to all by the other one. */
export function narrower(fields: BoxFields, other: BoxFields | undefined): BoxFields {
  return {
    ...fields,
    ...(other?.internal === true && { internal: true }),
    ...(other?.confidential === true && { confidential: true }),
  }
}

/** The start values of a box that holds more than a text. */
interface BoxStart {
  readonly fields: BoxFields
  /** The fields that are assumed for a text stored without fields. */
  readonly inDoubt?: BoxFields
  /** The fields alone are worth keeping, without a word. */
  readonly keepsFieldsAlone?: boolean
}

export interface KeptText {
  readonly place: TextBox
  readonly text: string
  /** The fields chosen beside the text. */
  readonly fields: BoxFields
  /** Whether the text was restored from an earlier visit, and not changed since. */
  readonly isRestored: boolean
  /** The time of the last change, the same in all tabs that show the text; null if there is none. */
  readonly at: number | null
  /**
   * The saved text that this one was begun on. It differs from the current saved text if another user saved meanwhile.
   */
  readonly base: string
  /** The version of `base`, where the box has versions. */
  readonly baseVersion: number | null
  setText(text: string): void
  setFields(change: BoxFields): void
  /** Go on with a text, begun on what is saved now: the two were merged, or one of them was taken. */
  rebase(text: string): void
  /** Forget it: it was given up. */
  clear(): void
  /**
   * Delete a sent or saved text. Text typed since, here or in another tab, stays, begun on `saved`.
   *
   * @returns whether nothing is left
   */
  clearSent(sent: string, saved?: { readonly text: string; readonly version: number | null }): boolean
}

interface TextState {
  readonly place: string
  readonly text: string
  readonly fields: BoxFields
  readonly base: string
  readonly version: number | null
  readonly isRestored: boolean
  /** The time at which this tab wrote or read the text; null if there is none. */
  readonly at: number | null
}

const textAlone: BoxStart = { fields: {} }

/**
 * The text of a box, with what is chosen beside it, that survives a reload, a closed tab and a failed request, and follows
 * the person to their other devices.
 *
 * @param place  what names the box for this person, such as `issue.42.note`
 * @param original  the text the box starts with when nothing is kept
 * @param version  the version of `original`, where it has one
 */
export function useKeptText(
  place: TextBox,
  original = '',
  version: number | null = null,
  start: BoxStart = textAlone,
): KeptText {
  function fresh(text = original, base = original, of = version): TextState {
    return { place, text, fields: start.fields, base, version: of, isRestored: false, at: null }
  }
  function begin(): TextState {
    const kept = liveKept(place)
    if (kept === null) return fresh()
    return {
      place,
      text: kept.text,
      fields: kept.fields ?? { ...start.fields, ...start.inDoubt },
      base: kept.base ?? original,
      version: kept.version ?? version,
      isRestored: kept.text !== original || start.keepsFieldsAlone === true,
      at: kept.at,
    }
  }

  // The server draws the box without what this browser keeps.
  const isHydrated = useIsHydrated()
  const [state, setState] = useState(() => (isHydrated ? begin() : fresh()))
  const current = state.place === place ? state : begin()
  if (current !== state) setState(current)
  // A change may follow another one before the first is drawn.
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })

  function show(next: TextState): void {
    latest.current = next
    setState(next)
  }
  const readAgain = useEffectEvent(() => {
    if ((liveKept(place)?.at ?? null) !== latest.current.at) show(begin())
  })
  // The text is read before the browser paints, so that the box is not seen empty.
  useLayoutEffect(() => readAgain(), [])
  // Other tabs and devices are outside of React.
  useEffect(() => {
    startKeeping()
    const stop = watchKept(place, () => readAgain())
    // Another tab may have written while this page was taken over.
    readAgain()
    return stop
  }, [place])

  // An unchanged text has the version that it is shown in.
  const versionOf = ({ text, base, version: own }: TextState) => (text === base && base === original ? version : own)

  function write(next: TextState): void {
    const isPlain = next.text === next.base && !(start.keepsFieldsAlone && !isSame(next.fields, start.fields))
    if (isPlain) {
      forgetText(place)
      show({ ...next, isRestored: false, at: null })
      return
    }
    const stored = liveKept(place)
    // Another tab may have chosen meanwhile.
    const fields =
      stored === null || stored.at === latest.current.at ? next.fields : narrower(next.fields, stored.fields)
    const { text, base, version: of } = next
    show({ ...next, fields, isRestored: false, at: keep(place, { text, fields, base, version: of }) })
  }

  return {
    place,
    text: current.text,
    fields: current.fields,
    isRestored: current.isRestored,
    at: current.at,
    base: current.base,
    baseVersion: versionOf(current),
    setText: text => {
      const now = latest.current
      write(text === original ? { ...now, text, base: original, version } : { ...now, text, version: versionOf(now) })
    },
    setFields: change => {
      const now = latest.current
      write({ ...now, fields: { ...now.fields, ...change }, version: versionOf(now) })
    },
    rebase: text => write({ ...latest.current, text, base: original, version }),
    clear: () => {
      forgetText(place)
      show(fresh('', '', null))
    },
    clearSent: (sent, saved = { text: '', version: null }) => {
      const stored = liveKept(place)
      const now = latest.current
      const left = now.text === sent && stored !== null ? stored : now
      if (left.text === sent || left.text === saved.text) {
        forgetText(place)
        show(fresh(saved.text, saved.text, saved.version))
        return true
      }
      write({
        ...now,
        text: left.text,
        fields: left.fields ?? now.fields,
        base: saved.text,
        version: saved.version,
      })
      return false
    },
  }
}

const isSame = (a: BoxFields, b: BoxFields): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (fields: BoxFields) => Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))

/**
 * Whether there is an unsent text in a box whose name begins like this. False during hydration: the server, which drew
 * the page, does not know the texts of this browser.
 */
export const useIsKeptUnder = (prefix: string): boolean =>
  useSyncExternalStore(
    watchNothing,
    () => keptPlaces().some(place => place.startsWith(prefix)),
    () => false,
  )
const watchNothing = () => () => {}

/** Whether there is an unsent text in one of some boxes that are not open. */
export function useIsKept(places: readonly string[]): boolean {
  const key = places.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      startKeeping()
      const ends = key.split(' ').map(place => watchKept(place, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [key],
  )
  return useSyncExternalStore(
    subscribe,
    () => places.some(place => liveKept(place) !== null),
    () => false,
  )
}
