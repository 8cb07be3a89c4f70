import { type ComponentType, createContext, useContext } from 'react'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import type { NoteableKey } from '../noteable.ts'

export interface DraftNoteProps {
  readonly draft: PageDraft
  /** The state of the thread in which it is shown; null at the end of the page, and if nothing can be resolved. */
  readonly isResolved: boolean | null
}

/** The parts that show a review. They come when there is one. */
export interface ReviewParts {
  readonly DraftNote: ComponentType<DraftNoteProps>
  readonly ReviewBar: ComponentType
}

export const draftsKey = ({ kind, namespace, iid }: NoteableKey) =>
  ['review', namespace, kind.contractType, iid] as const

/** The list with one more, or with one changed. */
export const withDraft = (drafts: readonly PageDraft[], draft: PageDraft): readonly PageDraft[] =>
  drafts.some(each => each.id === draft.id)
    ? drafts.map(each => (each.id === draft.id ? draft : each))
    : [...drafts, draft]

/** Whether a pending comment is shown at the end of the page, and not in a thread. */
export const isLoose = (draft: PageDraft, isTimeline: boolean): boolean =>
  draft.discussionId === null || draft.replyToNoteId === null || isTimeline

/** The pending comments of a page, and the functions that change them. */
export interface Review {
  /** The drafts in the order in which they were written, with those that are `gone`. */
  readonly drafts: readonly PageDraft[]
  /** Published or deleted on another page, while someone is changing their text here. */
  readonly gone: readonly PageDraft[]
  /** Someone is writing the summary of the review. */
  readonly isEnding: boolean
  readonly setEnding: (isEnding: boolean) => void
  /** Comments go to it, and not out at once. */
  readonly isUnderWay: boolean
  /** Null until there is something to show. */
  readonly parts: ReviewParts | null
  readonly change: (next: (drafts: readonly PageDraft[]) => readonly PageDraft[]) => void
  /** The draft whose text is edited on request. */
  readonly editingId: number | null
  readonly edit: (id: number | null) => void
  /** The text of a draft is no longer being changed. */
  readonly release: (id: number) => void
  /** Change what one wrote last, in a discussion or anywhere. */
  readonly editLast: (discussionId: string | null) => void
}

export const ReviewContext = createContext<Review | null>(null)

export function useReview(): Review {
  const review = useContext(ReviewContext)
  if (review === null) throw new Error('A part of a review stands outside of a discussion')
  return review
}
