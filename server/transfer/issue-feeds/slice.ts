import type { Slice } from '#server/slice.ts'
import { issueFeedAnswers } from './answers.ts'

export const issueFeedsSlice: Slice = { name: 'issue-feeds', answers: issueFeedAnswers }
