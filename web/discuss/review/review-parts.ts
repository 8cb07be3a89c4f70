import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { call } from '#web/api/client.ts'
import type { NoteableKey } from '../noteable.ts'
import type { ReviewParts } from './drafts.ts'

let reviewParts: ReviewParts | null = null

/** Null before it is loaded. */
export const loadedReviewParts = (): ReviewParts | null => reviewParts

export async function loadReviewParts(): Promise<void> {
  reviewParts ??= (await import('./parts.ts')).parts
}

/** The pending comments of an item, with the code that shows them. */
export async function readDrafts(
  { kind, namespace, iid }: NoteableKey,
  signal: AbortSignal,
): Promise<readonly PageDraft[]> {
  const [drafts] = await Promise.all([
    call(kind.calls.listPageDrafts, { namespace, iid }, { signal }),
    loadReviewParts(),
  ])
  return drafts
}
