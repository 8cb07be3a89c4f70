import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'

/** The operations of the REST API on the discussions of alerts. */
export const alertDiscussion = noteableOperations(issuableKinds.alert)

/** The operations that their pages call for their discussions. */
export const alertDiscussionPage = noteablePageOperations(issuableKinds.alert)
