import { descriptionVersionOperations } from './description-versions.ts'
import { discussionPageOperations } from './discussion-page.ts'
import { draftNoteOperations, draftPageOperations } from './draft-notes.ts'
import type { NoteableKind } from './noteable-kind.ts'
import { noteOperations } from './notes.ts'
import { awardOperations, awardPageOperations } from './reactions.ts'
import { readMarkOperations } from './read-marks.ts'
import { resourceEventOperations } from './resource-events.ts'
import { subscriptionOperations } from './subscriptions.ts'

/** The operations of the REST API on the discussions of a kind. */
export function noteableOperations<Parameter extends string, NotesParameter extends string>(
  kind: NoteableKind<Parameter, NotesParameter>,
) {
  return {
    ...noteOperations(kind),
    ...draftNoteOperations(kind),
    ...awardOperations(kind),
    ...resourceEventOperations(kind),
  }
}

/** `noteableOperations` of any kind, whatever its parameters are called. */
export type NoteableOperations = ReturnType<typeof noteableOperations<never, never>>

export type NoteOperations = ReturnType<typeof noteOperations<never>>
export type AwardOperations = ReturnType<typeof awardOperations<never>>

/** The operations that the pages of a kind call for their discussions. */
export function noteablePageOperations(kind: NoteableKind) {
  return {
    ...discussionPageOperations(kind),
    ...draftPageOperations(kind),
    ...awardPageOperations(kind),
    ...descriptionVersionOperations(kind),
    ...readMarkOperations(kind),
    ...subscriptionOperations(kind),
  }
}

export type NoteablePageOperations = ReturnType<typeof noteablePageOperations>

/** The operations of a kind without a description. */
export type TalkPageOperations = Omit<NoteablePageOperations, keyof ReturnType<typeof descriptionVersionOperations>>
