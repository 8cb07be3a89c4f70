import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { planningEventOperations } from '#contract/discuss/resource-events.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'

/** The operations of the REST API on the discussions of issues, incidents and tasks. */
export const issueDiscussion = noteableOperations(issuableKinds.issue)

/** The operations that their pages call for their discussions. */
export const issueDiscussionPage = noteablePageOperations(issuableKinds.issue)

export const issuePlanningEvents = planningEventOperations(issuableKinds.issue)
