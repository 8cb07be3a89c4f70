import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageDiscussion, PageNote } from '#contract/discuss/discussion-page.ts'
import type { NoteableKey } from './noteable.ts'
import type { Discussion } from './reading/discussions.ts'

export interface SuggestProps {
  readonly discussionId: string
  readonly onInsert: (block: string) => void
}

/** What the floor of the code shows of a thread in a diff. */
export interface ThreadCodeParts {
  /** The lines that the thread is about, above its notes. */
  readonly Lines: ComponentType<{ readonly discussion: Discussion }>
  /** What its author started: "started a thread on the diff". */
  readonly Started: ComponentType<{ readonly discussion: Discussion }>
  /** The changed lines that a system note tells of. */
  readonly LineChange: ComponentType<{ readonly note: PageNote }>
  /** Inserts a suggestion into a text of the thread. */
  readonly Suggest: ComponentType<SuggestProps>
  /** Takes what a page of discussions tells of threads in a diff, so that they are shown with their lines at once. */
  readonly prepare: (
    client: QueryClient,
    noteable: NoteableKey,
    discussions: readonly PageDiscussion[],
  ) => Promise<void>
}

/** Filled once, before the first page shows. */
export const threadCode: { parts: ThreadCodeParts | null } = { parts: null }

export const isInDiff = ({ notes }: Discussion): boolean => notes[0]?.type === 'DiffNote'
