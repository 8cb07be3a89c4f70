import { issuableKinds } from '#contract/issuable-kinds.ts'
import { issueDiscussionPage } from '#web/api/operations.gen.ts'
import type { DiscussedKind } from '#web/discuss/noteable.ts'

/** Issues, incidents and tasks, as their discussions need to know them. */
export const discussedIssues: DiscussedKind = { ...issuableKinds.issue, calls: issueDiscussionPage }
