import type { ComponentType } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import type { Loadable } from '#web/ui/on-demand.tsx'
import type { Discussion } from './reading/discussions.ts'

export interface SuggestProps {
  readonly discussionId: string
  readonly onInsert: (block: string) => void
}

/** The parts of a thread in a diff that the code area renders. */
export interface ThreadCodeParts {
  /** The lines that the thread is about, above its notes. */
  readonly Lines: ComponentType<{ readonly discussion: Discussion }> & Loadable
  /** The beginning of the thread's headline: "started a thread on the diff". */
  readonly Started: ComponentType<{ readonly discussion: Discussion }> & Loadable
  /** The changed lines that a system note tells of. */
  readonly LineChange: ComponentType<{ readonly note: PageNote }>
  /** Inserts a suggestion into a text of the thread. */
  readonly Suggest: ComponentType<SuggestProps>
}

/** Filled once, before the first page shows. */
export const threadCode: { parts: ThreadCodeParts | null } = { parts: null }

export const isInDiff = ({ notes }: Discussion): boolean => notes[0]?.type === 'DiffNote'
