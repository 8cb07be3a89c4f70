import type { NoteableOperations, NoteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { draftNoteAnswers } from '#server/discuss/draft-notes/answers.ts'
import { draftPageAnswers } from '#server/discuss/draft-notes/page-answers.ts'
import type { DiscussedKind } from '#server/discuss/noteables/noteable.ts'
import { noteAnswers } from '#server/discuss/notes/answers.ts'
import { descriptionVersionAnswers } from '#server/discuss/notes/history/description-version-answers.ts'
import { resourceEventAnswers } from '#server/discuss/notes/history/resource-event-answers.ts'
import { discussionPageAnswers } from '#server/discuss/notes/page/page-answers.ts'
import { awardAnswers, awardPageAnswers } from '#server/discuss/reactions/answers.ts'
import { readMarkAnswers } from '#server/discuss/read-marks/answers.ts'
import { subscriptionAnswers } from '#server/discuss/subscriptions/answers.ts'
import type { Answer } from '#server/slice.ts'

/** The answers to all operations on the discussions of a kind, for the slice that owns the kind and plugs it in as a noteable. */
export const noteableAnswers = (
  kind: DiscussedKind,
  operations: NoteableOperations,
  pageOperations: NoteablePageOperations,
): readonly Answer[] => [
  ...noteAnswers(kind, operations),
  ...draftNoteAnswers(kind, operations),
  ...awardAnswers(kind, operations),
  ...resourceEventAnswers(kind, operations),
  ...discussionPageAnswers(kind, pageOperations),
  ...draftPageAnswers(kind, pageOperations),
  ...awardPageAnswers(kind, pageOperations),
  ...descriptionVersionAnswers(kind, pageOperations),
  ...readMarkAnswers(kind, pageOperations),
  ...subscriptionAnswers(kind, pageOperations),
]
