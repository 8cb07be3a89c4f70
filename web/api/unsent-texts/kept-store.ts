import type { BoxFields } from '#contract/feeds/unsent-texts.ts'
import { viewerId } from '../page.ts'

export type { BoxFields }

const prefix = 'weft.text.'
const keptForMs = 30 * 24 * 60 * 60 * 1000

/** The unsent text of one box in this browser. */
export interface Kept {
  readonly text: string
  /** The time of typing, in milliseconds. */
  readonly at: number
  /** The fields chosen beside the text; absent if unknown. */
  readonly fields?: BoxFields
  /** The saved text it was begun on, and its version; absent when that is not known. */
  readonly base?: string
  readonly version?: number | null
  /** The `at` of what the server has, and when the server said so. */
  readonly synced?: number | undefined
  readonly syncedAt?: number | undefined
  /** The server may have something of this place, even if no answer said so. */
  readonly sent?: true | undefined
  /** The `at` of what the server would not take. */
  readonly refused?: number
  /** The text of another device that this one goes on with. */
  readonly replaces?: number | undefined
  /** The path of the page on which it was typed. */
  readonly path?: string
  /** Sent or emptied, which the server does not know yet. */
  readonly gone?: true
}

/** Keys of another person on the same browser are not this person's. */
const ownPrefix = `${prefix}${viewerId ?? 0}.`

/** The record of a place, even if it only waits to be deleted. */
export function readKept(place: string): Kept | null {
  try {
    const stored = localStorage.getItem(ownPrefix + place)
    if (stored === null) return null
    const kept: Kept = JSON.parse(stored)
    return Date.now() - kept.at > keptForMs ? null : kept
  } catch {
    return null
  }
}

/** Whether the server does not know yet what was written here. */
export const isNews = (kept: Kept): boolean =>
  kept.gone === true || (kept.synced !== kept.at && kept.refused !== kept.at)

export function writeKept(place: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(ownPrefix + place)
    else localStorage.setItem(ownPrefix + place, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage costs the safety net, not the typing.
  }
}

/** Every place of this person on this browser. */
export function keptPlaces(): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap(key => textBoxOf(key) ?? [])
  } catch {
    return []
  }
}

const textBoxOf = (key: string): string | null => (key.startsWith(ownPrefix) ? key.slice(ownPrefix.length) : null)

const watchers = new Map<string, Set<() => void>>()

/** Hear of what befalls a place other than by typing here: in another tab, or on another device. */
export function watchKept(place: string, onChange: () => void): () => void {
  const known = watchers.get(place) ?? new Set()
  known.add(onChange)
  watchers.set(place, known)
  return () => {
    known.delete(onChange)
    if (known.size === 0) watchers.delete(place)
  }
}

export const isShown = (place: string): boolean => watchers.has(place)

export function tellKept(place: string): void {
  for (const watcher of watchers.get(place) ?? []) watcher()
}

/** Pass on what other tabs of this browser write. */
export function listenToTabs(): void {
  window.addEventListener('storage', event => {
    const place = event.key === null ? null : textBoxOf(event.key)
    // A change that only concerns the server leaves the text as it is.
    if (place !== null && writtenIn(event.oldValue) !== writtenIn(event.newValue)) tellKept(place)
  })
}

function writtenIn(stored: string | null): string | null {
  if (stored === null) return null
  try {
    const { gone, text, fields }: Kept = JSON.parse(stored)
    return gone ? null : JSON.stringify([text, fields])
  } catch {
    return null
  }
}
