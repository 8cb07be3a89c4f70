import { type Dispatch, type SetStateAction, useState } from 'react'

/** Changed fields: the value of each when its change began, and its new value. */
export type Edits<T> = { readonly [K in keyof T]?: { readonly base: T[K]; readonly value: T[K] } }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const namesOf = <T extends object>(edits: Edits<T>): readonly (keyof T)[] => Object.keys(edits) as (keyof T)[]

/** Edits with more of them; a field that is again what is saved is edited no longer. */
export function edited<T extends object>(saved: T, edits: Edits<T>, changes: Partial<T>): Edits<T> {
  const next: { [K in keyof T]?: { base: T[K]; value: T[K] } } = { ...edits }
  for (const name of Object.keys(changes) as (keyof T)[]) {
    // The names are the changes' own.
    const value = changes[name] as T[typeof name]
    if (isSame(value, saved[name])) delete next[name]
    else next[name] = { base: edits[name]?.base ?? saved[name], value }
  }
  return next
}

/** The record as the form shows it. */
export function valuesOf<T extends object>(saved: T, edits: Edits<T>): T {
  const values = { ...saved }
  for (const name of namesOf(edits)) {
    const edit = edits[name]
    if (edit !== undefined) values[name] = edit.value
  }
  return values
}

/** The changes to save: the fields that differ from the saved values. */
export function changesOf<T extends object>(saved: T, edits: Edits<T>): Partial<T> {
  const changes: Partial<T> = {}
  for (const name of namesOf(edits)) {
    const edit = edits[name]
    if (edit !== undefined && !isSame(edit.value, saved[name])) changes[name] = edit.value
  }
  return changes
}

/** The values of the fields to save when their change began. */
export function expectedOf<T extends object>(saved: T, edits: Edits<T>): Partial<T> {
  const expected: Partial<T> = {}
  for (const name of Object.keys(changesOf(saved, edits)) as (keyof T)[]) {
    const edit = edits[name]
    if (edit !== undefined) expected[name] = edit.base
  }
  return expected
}

/** Fields that another user saved meanwhile with a value other than the one to save here. */
export const overlapsOf = <T extends object>(saved: T, edits: Edits<T>): readonly (keyof T)[] =>
  (Object.keys(changesOf(saved, edits)) as (keyof T)[]).filter(name => !isSame(edits[name]?.base, saved[name]))

/** The fields of a record that a call has sent, with its other parameters. */
export type Sent<T> = { readonly [K in keyof T]?: unknown }

/** The edits that remain once some of them are saved: fields that were changed again since. */
export function unsaved<T extends object>(edits: Edits<T>, sent: Sent<T>): Edits<T> {
  const left: { [K in keyof T]?: { base: T[K]; value: T[K] } } = { ...edits }
  for (const name of namesOf(edits)) {
    const edit = edits[name]
    if (edit === undefined || !(name in sent)) continue
    // The sent value of a field has the field's type.
    const base = sent[name] as T[typeof name]
    if (isSame(edit.value, base)) delete left[name]
    else left[name] = { base, value: edit.value }
  }
  return left
}

/** The sent values of a record, until the record is read again, as edits of the values read before. */
export function aheadOf<T extends object>(record: T, sent: Sent<T>): Edits<T> {
  const ahead: { [K in keyof T]?: { base: T[K]; value: T[K] } } = {}
  for (const name of Object.keys(record) as (keyof T)[]) {
    // `sent` has names that the record lacks, as above.
    if (name in sent && !isSame(sent[name], record[name]))
      ahead[name] = { base: record[name], value: sent[name] as T[typeof name] }
  }
  return ahead
}

/** The edits that the record does not have yet, unless it has changed otherwise. */
export function stillAhead<T extends object>(record: T, ahead: Edits<T>): Edits<T> {
  const names = namesOf(ahead)
  const left = names.filter(name => isSame(ahead[name]?.base, record[name]))
  // The same names with their own edits.
  return left.length === names.length ? ahead : (Object.fromEntries(left.map(name => [name, ahead[name]])) as Edits<T>)
}

/** A record of a list as it is now; as it was when its form opened, where the list has lost it since. */
export const nowOf = <T extends { readonly id: number }>(list: readonly T[] | undefined, opened: T): T =>
  list?.find(({ id }) => id === opened.id) ?? opened

export interface Draft<T> {
  readonly values: T
  /** The saved record, including changes of others. */
  readonly theirs: T
  readonly isChanged: boolean
  readonly changes: Partial<T>
  readonly expected: Partial<T>
  readonly overlaps: readonly (keyof T)[]
  /** The value of a field when its change began. */
  readonly baseOf: <K extends keyof T>(name: K) => T[K]
  readonly set: (changes: Partial<T>) => void
  /** Go on with these values on top of what is saved now. */
  readonly keep: (values?: Partial<T>) => void
  /** Take what is saved where both changed something. */
  readonly discard: () => void
  /** These values are saved; changes made since are based on them. */
  readonly saved: (sent: Sent<T>) => void
}

/**
 * The form of a record that others change at the same time: untouched fields follow the saved record, and only touched
 * fields are saved.
 *
 * @param record  as it is now, for everyone, or was until the last save, whose values stay until it is read again
 */
export const useDraft = <T extends object>(record: T): Draft<T> => useDraftOf(record, useState<Edits<T>>({}))

/** The same with edits that are kept elsewhere. */
export function useDraftOf<T extends object>(
  record: T,
  [edits, setEdits]: readonly [Edits<T>, Dispatch<SetStateAction<Edits<T>>>],
): Draft<T> {
  const [sentBefore, setAhead] = useState<Edits<T>>({})
  const ahead = stillAhead(record, sentBefore)
  if (ahead !== sentBefore) setAhead(ahead)
  const saved = valuesOf(record, ahead)
  const overlaps = overlapsOf(saved, edits)
  const changes = changesOf(saved, edits)
  return {
    values: valuesOf(saved, edits),
    theirs: saved,
    isChanged: Object.keys(changes).length > 0,
    changes,
    expected: expectedOf(saved, edits),
    overlaps,
    baseOf: name => edits[name]?.base ?? saved[name],
    set: changes => setEdits(edited(saved, edits, changes)),
    keep: (values = {}) => setEdits(edited(saved, {}, { ...changesOf(saved, edits), ...values })),
    discard: () => {
      const left = { ...edits }
      for (const name of overlaps) delete left[name]
      setEdits(left)
    },
    saved: sent => {
      setAhead(before => ({ ...before, ...aheadOf(record, sent) }))
      setEdits(now => unsaved(now, sent))
    },
  }
}
