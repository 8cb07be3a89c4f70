import { useSyncExternalStore } from 'react'
import { write } from '#web/api/own-writes.ts'

/** A suggestion that waits to be applied with others. @source SUGG-013 */
export interface BatchEntry {
  readonly suggestionId: number
  readonly noteId: string
  readonly discussionId: string
  readonly filePath: string
  readonly fromLine: number
  readonly toLine: number
}

let isApplying = false
let batch: readonly BatchEntry[] = []
const listeners = new Set<() => void>()

function set(next: readonly BatchEntry[]): void {
  batch = next
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The suggestions chosen on this page, in the order of choice. @source SUGG-007 */
export const useBatch = (): readonly BatchEntry[] =>
  useSyncExternalStore(
    subscribe,
    () => batch,
    () => batch,
  )

export const batchNow = (): readonly BatchEntry[] => batch

export const addToBatch = (entry: BatchEntry): void =>
  set([...batch.filter(each => each.suggestionId !== entry.suggestionId), entry])

/** Whether suggestions of this page are being applied and their threads resolved. Only one box applies at a time. */
export const useIsApplying = (): boolean => useSyncExternalStore(subscribe, isApplyingNow, () => false)

export const isApplyingNow = (): boolean => isApplying

/**
 * Apply suggestions, and resolve their threads. The parts of the page that show the topic look for no news until then.
 *
 * @source SUGG-010
 */
export async function whileApplying(topic: string, apply: () => Promise<void>): Promise<void> {
  isApplying = true
  tell()
  try {
    await write(topic, apply, { isBare: true })
  } finally {
    isApplying = false
    tell()
  }
}

/** @source SUGG-008 */
export const removeFromBatch = (suggestionIds: readonly number[]): void =>
  set(batch.filter(each => !suggestionIds.includes(each.suggestionId)))

/** The one of the batch that changes some of the same lines; null when there is none. */
export const overlapWith = (entry: BatchEntry, others: readonly BatchEntry[]): BatchEntry | null =>
  others.find(
    other =>
      other.suggestionId !== entry.suggestionId &&
      other.filePath === entry.filePath &&
      other.fromLine <= entry.toLine &&
      entry.fromLine <= other.toLine,
  ) ?? null
