import { useContext, useLayoutEffect, useState } from 'react'
import { type Draft, type Edits, edited, useDraftOf } from './draft.ts'
import { FieldsOwnerContext } from './field.ts'

/** The draft of a form, as the dialog around it needs it. */
export interface Keeping {
  /** The draft goes on with changes from before. */
  readonly isRestored: boolean
  /** Give up the changes, here and in the storage. */
  readonly forget: () => void
}

interface KeptDraft<T> extends Draft<T>, Keeping {}

/**
 * The draft of a form in a dialog. Its changes stay in this tab until they are saved or given up, so that Escape, a press beside the
 * dialog or a reload loses nothing.
 *
 * @param place  names the form among those of its page: `schedule new`
 * @param record  as in `useDraft`
 * @param isNew  nobody else changes the record: what it was when the changes began does not matter
 */
export function useKeptDraft<T extends object>(
  place: string,
  record: T,
  { isNew }: { readonly isNew: boolean },
): KeptDraft<T> {
  const owner = useContext(FieldsOwnerContext)
  const [key] = useState(() => `weft-draft ${owner} ${location.pathname} ${place}`)
  const [restored] = useState(() => (owner === null ? {} : storedEdits(key, record, isNew)))
  const [isRestored, setRestored] = useState(() => Object.keys(restored).length > 0)
  const state = useState<Edits<T>>(restored)
  const [edits, setEdits] = state
  // The browser's storage is outside of React. The dialog may be gone before a later effect.
  useLayoutEffect(() => {
    if (owner !== null) storeEdits(key, edits)
  }, [owner, key, edits])
  return {
    ...useDraftOf(record, state),
    isRestored,
    forget: () => {
      storeEdits(key, {})
      setEdits({})
      setRestored(false)
    },
  }
}

/** The changes from before, without fields that the record no longer has. */
function storedEdits<T extends object>(key: string, record: T, isNew: boolean): Edits<T> {
  try {
    // Written by `storeEdits`.
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Edits<T>
    const names = (Object.keys(stored) as (keyof T)[]).filter(name => name in record)
    const edits = Object.fromEntries(names.map(name => [name, stored[name]])) as Edits<T>
    const values = Object.fromEntries(names.map(name => [name, stored[name]?.value])) as Partial<T>
    return isNew ? edited(record, {}, values) : edits
  } catch {
    return {}
  }
}

function storeEdits(key: string, edits: object): void {
  try {
    if (Object.keys(edits).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(edits))
  } catch {
    // The storage is full or blocked: nothing is restored.
  }
}
