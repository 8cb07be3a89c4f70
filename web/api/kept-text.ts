import { useCallback, useState } from 'react'
import { embedded } from './page.ts'

const prefix = 'weft.text.'
const keptForMs = 30 * 24 * 60 * 60 * 1000

interface Kept {
  readonly text: string
  readonly at: number
}

/** Keys of another person on the same browser are not this person's. */
const storageKey = (place: string): string => `${prefix}${embedded.viewer?.user?.id ?? 0}.${place}`

/** What was typed in a place and not sent yet; null when nothing is kept. */
export function keptText(place: string): string | null {
  try {
    const stored = localStorage.getItem(storageKey(place))
    if (stored === null) return null
    const kept: Kept = JSON.parse(stored)
    return Date.now() - kept.at > keptForMs ? null : kept.text
  } catch {
    return null
  }
}

/** Keep what is typed; the text of the start (nothing typed) is kept as nothing. */
export function keepText(place: string, text: string, original = ''): void {
  try {
    if (text === original) localStorage.removeItem(storageKey(place))
    else localStorage.setItem(storageKey(place), JSON.stringify({ text, at: Date.now() } satisfies Kept))
  } catch {
    // A full or forbidden storage costs the safety net, not the typing.
  }
}

export interface KeptText {
  readonly text: string
  /** Whether the text was found from an earlier visit. */
  readonly isRestored: boolean
  setText(text: string): void
  /** Forget it: it was sent or given up. */
  clear(): void
}

/**
 * The text of a box that survives a reload, a closed tab and a failed request.
 *
 * @param place  what names the box for this person, such as `issue.42.note`
 * @param original  the text the box starts with when nothing is kept
 */
export function useKeptText(place: string, original = ''): KeptText {
  const [state, setState] = useState(() => {
    const kept = keptText(place)
    return { place, text: kept ?? original, isRestored: kept !== null && kept !== original }
  })
  const current =
    state.place === place ? state : { place, text: keptText(place) ?? original, isRestored: keptText(place) !== null }
  if (current !== state) setState(current)
  const setText = useCallback(
    (text: string) => {
      keepText(place, text, original)
      setState({ place, text, isRestored: false })
    },
    [place, original],
  )
  const clear = useCallback(() => {
    keepText(place, '', '')
    setState({ place, text: '', isRestored: false })
  }, [place])
  return { text: current.text, isRestored: current.isRestored, setText, clear }
}
