import { Type } from 'typebox'
import { Nullable } from '#contract/shapes.ts'
import { NotesFilter } from './discussion-page.ts'

/**
 * The addresses from which a page of discussions reads and to which it writes; paths from the root of the site.
 *
 * @source FORM-039
 */
export const NotesData = Type.Object({
  /** The address of draft comments; null for a visitor. */
  draftsPath: Nullable(Type.String()),
  discussionsPath: Type.String(),
  notesPath: Type.String(),
  closePath: Type.String(),
  reopenPath: Type.String(),
  notesFilter: NotesFilter,
  /** Microseconds since 1970. */
  lastFetchedAt: Type.Integer(),
  /** The number of notes that came with the page. */
  prerenderedNotesCount: Type.Integer(),
  markdownDocsPath: Type.String(),
  quickActionsDocsPath: Type.String(),
})
