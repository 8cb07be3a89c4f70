import type { Operation } from '#contract/operation.ts'
import type { AddressWords, FirstQuestion } from '#server/page-address.ts'

/**
 * The question for the first discussions of an issuable, as its page asks it.
 *
 * @param operation  `listPageDiscussions` of its kind
 * @param notesFilter  the viewer's; null for all notes
 */
export const firstDiscussions = (
  operation: Operation,
  { namespace, iid }: AddressWords,
  notesFilter: number | null,
): FirstQuestion => ({
  operation,
  input: {
    namespace: String(namespace),
    iid: Number(iid),
    per_page: 20,
    sort: 'asc',
    notes_filter: notesFilter ?? 0,
    persist_filter: false,
  },
})
