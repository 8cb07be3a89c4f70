import { DraftNote } from './DraftNote.tsx'
import type { ReviewParts } from './drafts.ts'
import { ReviewBar } from './ReviewBar.tsx'

/** All that a review is shown with, in one piece. */
export const parts: ReviewParts = { DraftNote, ReviewBar }
