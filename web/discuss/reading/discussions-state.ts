import type { PageNote } from '#contract/discuss/discussion-page.ts'
import type { PositionInput } from '#contract/discuss/positions.ts'
import type { TextBox } from '#contract/text-boxes.ts'
import type { Sort } from '../sort.ts'
import type { DiscussionList, Gap } from './discussions.ts'

/** A note that is being sent. */
export interface PendingNote {
  readonly key: string
  /** The text without the lines of commands. */
  readonly text: string
  readonly isInternal: boolean
  readonly commands: number
  /** The discussion it answers in; null for one of its own. */
  readonly replyTo: string | null
  readonly isDraft: boolean
}

export interface NewNote {
  readonly text: string
  readonly isInternal: boolean
  readonly asThread: boolean
  readonly replyTo: string | null
  /** A draft is published later, together with others; it sets the state of its thread, or leaves it. */
  readonly draft: { readonly resolves: boolean | null } | null
  /** The position of a new thread in a diff, and the text box that it was written in. */
  readonly place?: { readonly position: PositionInput; readonly box: TextBox }
}

/** The result of sending a note. A failure names its reasons, and the text stays in its box. */
export type Posted =
  | {
      readonly ok: true /** Null when it became no comment: commands alone, or a pending one. */
      readonly noteId: string | null
    }
  | {
      readonly ok: false
      /** The server has answered: the next try is another one. */
      readonly isRefused: boolean
      readonly problems: readonly string[]
    }

export interface DiscussionsState {
  readonly list: DiscussionList | undefined
  readonly isFailed: boolean
  readonly retry: () => void
  readonly pending: readonly PendingNote[]
  /** @param keptAt  `KeptText.at` of its box */
  readonly post: (note: NewNote, keptAt: number | null) => Promise<Posted>
  readonly merge: (notes: readonly PageNote[]) => void | Promise<void>
  readonly remove: (noteId: string) => void
  /** Load one more page of what is missing. */
  readonly load: (gap: Gap, from: 'start' | 'end') => Promise<void>
  /** Load the page that a note is on. */
  readonly reach: (noteId: string) => Promise<void>
}

export interface DiscussionsView {
  readonly sort: Sort
  /** 0 all, 1 comments, 2 history. */
  readonly filter?: number | undefined
  /** The note the address points at. */
  readonly targetId: string | null
  /** Whether a note is being edited: then it stays although it was deleted. */
  readonly isHeld: (noteId: string) => boolean
}
