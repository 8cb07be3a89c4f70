import { createContext, useContext } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { keptText } from '#web/api/unsent-texts/kept-text.ts'
import { type Noteable, places } from './noteable.ts'
import type { DiscussionsState } from './reading/discussions-state.ts'

/** The source of a quoted text. */
export interface QuoteSource {
  readonly discussionId: string | null
  /** The new comment is an internal note. */
  readonly isInternal: boolean
}

/** The tools that every note of a discussion may need. */
export interface DiscussionsTools extends Pick<DiscussionsState, 'post' | 'merge' | 'remove' | 'pending'> {
  readonly noteable: Noteable
  /** Null for a visitor. */
  readonly userId: number | null
  /** `restored`: its text was being changed on an earlier visit. */
  readonly editing: (note: PageNote) => 'asked' | 'restored' | null
  /** Whether the viewer is writing the message of a commit that applies a suggestion of the note. */
  readonly isApplying: (note: PageNote) => boolean
  readonly setEditing: (noteId: string, isEditing: boolean) => void
  /** Put a text into the box to write on: that of its thread, or the one below the list. */
  readonly quote: (text: string, source?: QuoteSource) => void
  /** A thread takes what is quoted from it, until the returned function is called. */
  readonly takeQuotes: (discussionId: string, insert: (text: string) => void) => () => void
  /** The note the address points at. */
  readonly targetId: string | null
  /** Whether the viewer can reply in threads now. @source DISC-021 */
  readonly canReply: boolean
  /** Whether texts from another device wait for answers or for comments being changed. */
  readonly hasOffers: boolean
  /** Whether the discussion is so long that comments out of sight are not drawn. */
  readonly isLong: boolean
  /** Go to the open thread behind a note; null when there is no other one. */
  readonly nextOpen: ((fromNoteId: string) => void) | null
}

export const DiscussionsContext = createContext<DiscussionsTools | null>(null)

/** Whether there is an unsent message of a commit that applies a suggestion of a note. */
export const hasKeptMessage = (note: PageNote): boolean =>
  note.suggestions.some((_, index) => keptText(places.suggestion(note.id, index)) !== null)

export function useTools(): DiscussionsTools {
  const tools = useContext(DiscussionsContext)
  if (tools === null) throw new Error('A part of a discussion stands outside of one')
  return tools
}
