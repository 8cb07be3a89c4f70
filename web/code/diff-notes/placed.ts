import type { DiffSummary } from '#contract/code/diffs/diffs.ts'
import type { PageDiscussion } from '#contract/discuss/discussion-page.ts'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import type { Position } from '#contract/discuss/positions.ts'
import { placeIn, type ShownDiff } from './threads.ts'

/** A thread or a pending comment with its place. */
export type Placed =
  | { readonly kind: 'thread'; readonly thread: PageDiscussion; readonly position: Position }
  | { readonly kind: 'draft'; readonly draft: PageDraft; readonly position: Position }

export const nothing: readonly Placed[] = []

/** Threads and pending comments by the file of the diff that they stand in, and those that stand in none. */
export function divide(
  diff: DiffSummary,
  shown: ShownDiff,
  threads: readonly PageDiscussion[],
  drafts: readonly PageDraft[],
  isLatest: boolean,
) {
  const byFile = new Map<string, Placed[]>()
  const elsewhere: Placed[] = []
  const byPath = new Map(diff.files.flatMap(file => [[file.oldPath, file] as const, [file.newPath, file] as const]))
  const put = (placed: Placed, isHere: boolean) => {
    const { position } = placed
    const file = byPath.get(position.newPath) ?? byPath.get(position.oldPath)
    if (isHere && file !== undefined) byFile.set(file.fileHash, [...(byFile.get(file.fileHash) ?? []), placed])
    // Another version shows its own threads.
    else if (isLatest || isHere) elsewhere.push(placed)
  }
  for (const thread of threads) {
    const position = placeIn(shown, thread)
    const otherwise = position ?? thread.originalPosition
    if (otherwise !== undefined) put({ kind: 'thread', thread, position: otherwise }, position !== null)
  }
  for (const draft of drafts) {
    if (draft.position === null || draft.discussionId !== null) continue
    const position = placeIn(shown, draft)
    put({ kind: 'draft', draft, position: position ?? draft.originalPosition ?? draft.position }, position !== null)
  }
  return { byFile: byFile as ReadonlyMap<string, readonly Placed[]>, elsewhere: elsewhere as readonly Placed[] }
}

export const keyOf = (placed: Placed): string =>
  placed.kind === 'thread' ? placed.thread.id : `draft_${placed.draft.id}`

export const lineIn = ({ position }: Placed): number =>
  position.positionType === 'text' ? (position.newLine ?? position.oldLine ?? 0) : 0
