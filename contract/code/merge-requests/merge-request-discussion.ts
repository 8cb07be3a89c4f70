import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'

/** The operations of the REST API on the discussions of merge requests. */
export const mergeRequestDiscussion = noteableOperations(issuableKinds.merge_request)

/** The operations that their pages call for their discussions. */
export const mergeRequestDiscussionPage = noteablePageOperations(issuableKinds.merge_request)
