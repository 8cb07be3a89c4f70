import type { Operation } from '#contract/operation.ts'
import type { AddressWords, FirstQuestion } from '#server/page-address.ts'

/**
 * The question for the issues of a milestone or iteration, as its page asks it: with the filters of the page, by state.
 *
 * @param input  of the page
 * @param box    the filter by the milestone or iteration
 * @param words  of the page's address, where the state stands
 */
export const issuesOfTimebox = (
  operation: Operation,
  { iid: _iid, iteration_id: _id, ...filters }: AddressWords,
  box: AddressWords,
  { state }: AddressWords,
): FirstQuestion => ({
  operation,
  input: { ...filters, ...box, state: state === 'closed' ? 'closed' : 'opened' },
})
