import type { Slice } from '#server/slice.ts'
import { issueBranchAnswers } from './answers.ts'
import { developmentFields } from './development-fields.ts'
import './events.ts'
import { issueBranchFollowers } from './follow.ts'
import { relatedOnIssue } from './related-parts.ts'

/** The branches and merge requests of an issue. */
export const issueBranches: Slice = {
  name: 'issue-branches',
  answers: issueBranchAnswers,
  fields: developmentFields,
  pageParts: relatedOnIssue,
  followers: issueBranchFollowers,
}
