import { useSyncExternalStore } from 'react'
import { embedded } from '#web/api/page.ts'
import type { Noteable } from '../noteable.ts'

/** The states of threads once their pending replies are published, by draft, if they were changed after saving. */
export type Flags = Readonly<Record<string, boolean>>

const empty: Flags = {}
type Reads = Pick<Storage, 'getItem'>

const keyOf = ({ kind, id }: Noteable): string =>
  `weft.review.${embedded.viewer?.user?.id ?? 0}.${kind.contractType}.${id}`

/** The stored flags of a review; none if they cannot be read. @source DRAFT-011, DRAFT-012 */
export function readFlags(storage: () => Reads, key: string): Flags {
  let text: string | null
  try {
    text = storage().getItem(key)
  } catch {
    return empty
  }
  if (text === null) return empty
  try {
    const value: unknown = JSON.parse(text)
    if (isFlags(value)) return value
    console.warn(`Ignored the stored review state ${key}: it has an unknown shape.`)
  } catch {
    console.warn(`Ignored the stored review state ${key}: it is not valid JSON.`)
  }
  return empty
}

const isFlags = (value: unknown): value is Flags =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(each => typeof each === 'boolean')

const known = new Map<string, Flags>()
const listeners = new Set<() => void>()

function flagsUnder(key: string): Flags {
  const flags = known.get(key) ?? readFlags(() => localStorage, key)
  known.set(key, flags)
  return flags
}

export const flagsOf = (noteable: Noteable): Flags => flagsUnder(keyOf(noteable))

/** The flags of what is pending on an item. Nothing of them leaves the browser before it is published. @source DRAFT-005 */
export function useFlags(noteable: Noteable): Flags {
  const key = keyOf(noteable)
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => flagsUnder(key),
    () => empty,
  )
}

export const setFlag = (noteable: Noteable, draftId: number, resolves: boolean): void =>
  store(keyOf(noteable), { ...flagsOf(noteable), [draftId]: resolves })

/** Forget the flags of all but some drafts. */
export function keepFlags(noteable: Noteable, draftIds: readonly number[]): void {
  const kept = Object.entries(flagsOf(noteable)).filter(([id]) => draftIds.includes(Number(id)))
  store(keyOf(noteable), Object.fromEntries(kept))
}

function store(key: string, flags: Flags): void {
  known.set(key, flags)
  try {
    if (Object.keys(flags).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(flags))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}
