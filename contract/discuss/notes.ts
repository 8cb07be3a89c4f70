import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operation } from '#contract/operation.ts'
import {
  AnyJson,
  DateTime,
  Dictionary,
  Empty,
  NamespaceRef,
  Nullable,
  Page,
  Unmodified,
  Words,
} from '#contract/shapes.ts'

const tag = 'Notes'

export const noteTypes = ['DiscussionNote', 'DiffNote'] as const
export const noteBodyLimit = 1_000_000

/** @source rest.md 2.3 */
export const Note = Type.Object({
  id: Type.Integer(),
  type: Nullable(Words(noteTypes)),
  body: Type.String(),
  author: UserBasic,
  createdAt: DateTime,
  updatedAt: DateTime,
  system: Type.Boolean(),
  noteableId: Type.Integer(),
  noteableType: Type.String(),
  projectId: Nullable(Type.Integer()),
  noteableIid: Nullable(Type.Integer()),
  resolvable: Type.Boolean(),
  /** These three on resolvable notes only. */
  resolved: Type.Optional(Type.Boolean()),
  resolvedBy: Type.Optional(Nullable(UserBasic)),
  resolvedAt: Type.Optional(Nullable(DateTime)),
  confidential: Type.Boolean(),
  internal: Type.Boolean(),
  imported: Type.Boolean(),
  importedFrom: Type.String(),
  commandsChanges: Dictionary(AnyJson),
})

/** What a text of nothing but quick actions is answered with. */
export const NoteCommands = Type.Object({
  commandsChanges: Dictionary(AnyJson),
  summary: Type.Array(Type.String()),
})

export const Discussion = Type.Object({
  id: Type.String(),
  individualNote: Type.Boolean(),
  notes: Type.Array(Note),
})

const issue = { id: NamespaceRef, issueIid: Type.Integer() }
const note = { ...issue, noteId: Type.Integer() }
const body = Type.String()

/** A key of the client's making, also as a header: what is sent twice is done once, and answered alike. */
export const idempotencyKey = Type.Optional(Type.String({ minLength: 1, maxLength: 255, header: 'Idempotency-Key' }))

const written = {
  body,
  /** The old name of `internal`. */
  confidential: Type.Optional(Type.Boolean()),
  internal: Type.Optional(Type.Boolean()),
  /** Owners may say when it was written. */
  createdAt: Type.Optional(DateTime),
  idempotencyKey,
}

export const listIssueNotes = operation({
  name: 'listIssueNotes',
  summary: 'List the notes of an issue',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/notes',
  input: Type.Object({
    ...issue,
    ...Page,
    sort: Type.Optional(Words(['asc', 'desc'])),
    orderBy: Type.Optional(Words(['created_at', 'updated_at'])),
    activityFilter: Type.Optional(Words(['all_notes', 'only_comments', 'only_activity'])),
  }),
  reply: Type.Array(Note),
})

export const getIssueNote = operation({
  name: 'getIssueNote',
  summary: 'Get one note of an issue',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/notes/:noteId',
  input: Type.Object(note),
  reply: Note,
})

export const createIssueNote = operation({
  name: 'createIssueNote',
  summary: 'Comment on an issue',
  tag,
  at: 'POST /projects/:id/issues/:issueIid/notes',
  input: Type.Object({ ...issue, ...written }),
  reply: Type.Union([Note, NoteCommands]),
})

export const updateIssueNote = operation({
  name: 'updateIssueNote',
  summary: 'Change the text of a note',
  tag,
  at: 'PUT /projects/:id/issues/:issueIid/notes/:noteId',
  input: Type.Object({ ...note, body }),
  reply: Note,
})

export const deleteIssueNote = operation({
  name: 'deleteIssueNote',
  summary: 'Delete a note',
  tag,
  at: 'DELETE /projects/:id/issues/:issueIid/notes/:noteId',
  input: Type.Object({ ...note, ...Unmodified }),
  reply: Empty,
})

const discussion = { ...issue, discussionId: Type.String() }
const discussionNote = { ...discussion, noteId: Type.Integer() }

export const listIssueDiscussions = operation({
  name: 'listIssueDiscussions',
  summary: 'List the discussions of an issue',
  tag: 'Discussions',
  at: 'GET /projects/:id/issues/:issueIid/discussions',
  input: Type.Object({ ...issue, ...Page }),
  reply: Type.Array(Discussion),
})

export const getIssueDiscussion = operation({
  name: 'getIssueDiscussion',
  summary: 'Get one discussion of an issue',
  tag: 'Discussions',
  at: 'GET /projects/:id/issues/:issueIid/discussions/:discussionId',
  input: Type.Object(discussion),
  reply: Discussion,
})

export const createIssueDiscussion = operation({
  name: 'createIssueDiscussion',
  summary: 'Start a thread on an issue',
  tag: 'Discussions',
  at: 'POST /projects/:id/issues/:issueIid/discussions',
  input: Type.Object({ ...issue, ...written }),
  reply: Type.Union([Discussion, NoteCommands]),
})

export const resolveIssueDiscussion = operation({
  name: 'resolveIssueDiscussion',
  summary: 'Resolve or unresolve a thread',
  tag: 'Discussions',
  at: 'PUT /projects/:id/issues/:issueIid/discussions/:discussionId',
  input: Type.Object({ ...discussion, resolved: Type.Boolean() }),
  reply: Discussion,
})

export const listIssueDiscussionNotes = operation({
  name: 'listIssueDiscussionNotes',
  summary: 'List the notes of a discussion',
  tag: 'Discussions',
  at: 'GET /projects/:id/issues/:issueIid/discussions/:discussionId/notes',
  input: Type.Object(discussion),
  reply: Type.Array(Note),
})

export const replyToIssueDiscussion = operation({
  name: 'replyToIssueDiscussion',
  summary: 'Reply in a discussion; a single note becomes a thread by it',
  tag: 'Discussions',
  at: 'POST /projects/:id/issues/:issueIid/discussions/:discussionId/notes',
  input: Type.Object({ ...discussion, ...written }),
  reply: Type.Union([Note, NoteCommands]),
})

export const getIssueDiscussionNote = operation({
  name: 'getIssueDiscussionNote',
  summary: 'Get one note of a discussion',
  tag: 'Discussions',
  at: 'GET /projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId',
  input: Type.Object(discussionNote),
  reply: Note,
})

export const updateIssueDiscussionNote = operation({
  name: 'updateIssueDiscussionNote',
  summary: 'Change a note of a discussion, or resolve it',
  tag: 'Discussions',
  at: 'PUT /projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId',
  input: Type.Object({ ...discussionNote, body: Type.Optional(body), resolved: Type.Optional(Type.Boolean()) }),
  reply: Note,
})

export const deleteIssueDiscussionNote = operation({
  name: 'deleteIssueDiscussionNote',
  summary: 'Delete a note of a discussion',
  tag: 'Discussions',
  at: 'DELETE /projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId',
  input: Type.Object({ ...discussionNote, ...Unmodified }),
  reply: Empty,
})
