import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type Kept, readKept, watchKept, writeKept } from './kept-store.ts'
import { isOnServer, startKeeping, touched } from './kept-sync.ts'

/** What was typed in a place and not sent yet; null when nothing is kept. */
export const keptText = (place: string): string | null => liveKept(place)?.text ?? null

/** Keep what is typed, here at once and on the server after a pause; the text of the start is kept as nothing. */
export function keepText(place: string, text: string, original = ''): void {
  if (text === original) forgetText(place)
  else keep(place, { text, base: liveKept(place)?.base ?? original })
}

/** What is kept of a place with what it was begun on; null when nothing is. */
export function liveKept(place: string): Kept | null {
  const kept = readKept(place)
  return kept === null || kept.gone ? null : kept
}

/** Forget it here and on the server: it was sent or given up. */
export function forgetText(place: string): void {
  const kept = readKept(place)
  if (kept === null || kept.gone) return
  if (!isOnServer(place, kept) && kept.replaces === undefined) {
    writeKept(place, null)
    return
  }
  writeKept(place, { ...kept, text: '', at: Date.now(), gone: true })
  touched(place, 0)
}

type Written = Pick<Kept, 'text' | 'base' | 'version' | 'replaces'>

/** Keep a text with what it was begun on. */
export function keep(place: string, written: Written): void {
  const { synced, syncedAt, replaces } = readKept(place) ?? {}
  writeKept(place, {
    ...(synced === undefined ? {} : { synced }),
    ...(syncedAt === undefined ? {} : { syncedAt }),
    ...(replaces === undefined ? {} : { replaces }),
    ...written,
    at: Date.now(),
  })
  touched(place)
}

export interface KeptText {
  readonly place: string
  readonly text: string
  /** Whether the text was found from an earlier visit. */
  readonly isRestored: boolean
  /** The saved text that this one was begun on. It differs from what is saved now when somebody saved meanwhile. */
  readonly base: string
  /** The version of `base`, where the box has versions. */
  readonly baseVersion: number | null
  setText(text: string): void
  /** Go on with a text, begun on what is saved now: the two were merged, or one of them was taken. */
  rebase(text: string): void
  /** Forget it: it was sent or given up. */
  clear(): void
}

interface State {
  readonly place: string
  readonly text: string
  readonly base: string
  readonly version: number | null
  readonly isRestored: boolean
}

function begin(place: string, original: string, version: number | null): State {
  const kept = liveKept(place)
  if (kept === null) return { place, text: original, base: original, version, isRestored: false }
  return {
    place,
    text: kept.text,
    base: kept.base ?? original,
    version: kept.version ?? version,
    isRestored: kept.text !== original,
  }
}

/**
 * The text of a box that survives a reload, a closed tab and a failed request, and follows the person to their other
 * devices.
 *
 * @param place  what names the box for this person, such as `issue.42.note`
 * @param original  the text the box starts with when nothing is kept
 * @param version  the version of `original`, where it has one
 */
export function useKeptText(place: string, original = '', version: number | null = null): KeptText {
  const [state, setState] = useState(() => begin(place, original, version))
  const current = state.place === place ? state : begin(place, original, version)
  if (current !== state) setState(current)

  const readAgain = useEffectEvent(() => setState(begin(place, original, version)))
  // Other tabs and devices are outside of React.
  useEffect(() => {
    startKeeping()
    return watchKept(place, () => readAgain())
  }, [place])

  const { base } = current
  // What nothing was written on yet is of the version it is shown in.
  const ownVersion = current.text === base && base === original ? version : current.version
  const setText = useCallback(
    (text: string) => {
      if (text === original) {
        forgetText(place)
        setState({ place, text, base: original, version, isRestored: false })
        return
      }
      if (text === base) forgetText(place)
      else keep(place, { text, base, version: ownVersion })
      setState({ place, text, base, version: ownVersion, isRestored: false })
    },
    [place, original, version, base, ownVersion],
  )
  const rebase = useCallback(
    (text: string) => {
      if (text === original) forgetText(place)
      else keep(place, { text, base: original, version })
      setState({ place, text, base: original, version, isRestored: false })
    },
    [place, original, version],
  )
  const clear = useCallback(() => {
    forgetText(place)
    setState({ place, text: '', base: '', version: null, isRestored: false })
  }, [place])
  const { text, isRestored } = current
  return { place, text, isRestored, base, baseVersion: ownVersion, setText, rebase, clear }
}

/** Whether something is kept of one of some places that no box is open for. */
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
  return useSyncExternalStore(subscribe, () => places.some(place => liveKept(place) !== null))
}
