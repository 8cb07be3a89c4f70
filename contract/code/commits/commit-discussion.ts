import { Type } from 'typebox'
import { discussionPageOperations } from '#contract/discuss/discussion-page.ts'
import { draftPageOperations } from '#contract/discuss/draft-notes.ts'
import { NoteCommands, noteOperations } from '#contract/discuss/notes.ts'
import { awardOperations, awardPageOperations } from '#contract/discuss/reactions.ts'
import { readMarkOperations } from '#contract/discuss/read-marks.ts'
import { subscriptionOperations } from '#contract/discuss/subscriptions.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

/** The operations of the REST API on the discussions of commits. */
export const commitDiscussion = { ...noteOperations(issuableKinds.commit), ...awardOperations(issuableKinds.commit) }

/** The operations that their pages call for their discussions. */
export const commitDiscussionPage = {
  ...discussionPageOperations(issuableKinds.commit),
  ...draftPageOperations(issuableKinds.commit),
  ...awardPageOperations(issuableKinds.commit),
  ...readMarkOperations(issuableKinds.commit),
  ...subscriptionOperations(issuableKinds.commit),
}

const operation = operationsOf('Repository')
const commit = { id: NamespaceRef, sha: Type.String({ maxLength: 255 }) }
const LineType = Words(['new', 'old'])

/** @source rest.md 2.3 */
const CommitComment = Type.Object({
  note: Type.String(),
  /** Null outside of the changes; so are its line and the side of the line. */
  path: Nullable(Type.String()),
  line: Nullable(Type.Integer()),
  lineType: Nullable(LineType),
  author: UserBasic,
  createdAt: DateTime,
})

export const listCommitComments = operation({
  name: 'listCommitComments',
  summary: 'List comments on a commit',
  at: 'GET /projects/:id/repository/commits/:sha/comments',
  input: Type.Object({ ...commit, ...Page }),
  reply: Type.Array(CommitComment),
})

export const createCommitComment = operation({
  name: 'createCommitComment',
  summary: 'Comment on a commit or on a line of its changes',
  at: 'POST /projects/:id/repository/commits/:sha/comments',
  input: Type.Object({
    ...commit,
    note: Type.String(),
    /** A line that the changes do not have is ignored. */
    path: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    lineType: Type.Optional(LineType),
  }),
  reply: Type.Union([CommitComment, NoteCommands]),
})
