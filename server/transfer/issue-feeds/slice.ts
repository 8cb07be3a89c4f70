import type { Slice } from '#server/slice.ts'
import { issueFeedAnswers } from './answers.ts'

/** `issueFeeds` are the operations of the contract. */
export const issueFeedsSlice: Slice = { name: 'issue-feeds', answers: issueFeedAnswers }
