import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'

/** The operations of the REST API on the discussions of epics. */
export const epicDiscussion = noteableOperations(issuableKinds.epic)

/** The operations that their pages call for their discussions. */
export const epicDiscussionPage = noteablePageOperations(issuableKinds.epic)
