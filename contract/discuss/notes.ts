import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Dictionary, Empty, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { type NoteableKind, partsOf, restKey } from './noteable-kind.ts'
import { Position, PositionInput, positionOf } from './positions.ts'

const operation = operationsOf('Notes')
const discussionOperation = operationsOf('Discussions')

export const noteTypes = ['DiscussionNote', 'DiffNote'] as const
export const noteBodyLimit = 1_000_000

/** @source rest.md 2.3 */
export const Suggestion = Type.Object({
  id: Type.Integer(),
  fromLine: Type.Integer(),
  toLine: Type.Integer(),
  appliable: Type.Boolean(),
  applied: Type.Boolean(),
  fromContent: Type.String(),
  toContent: Type.String(),
})

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
  /** Null on commits. */
  noteableIid: Nullable(Type.Integer()),
  /** The commit of a commit comment. For a discussion in a diff, the commit whose own changes contain its position, or null. */
  commitId: Type.Optional(Nullable(Type.String())),
  /** Only discussions in a diff have a position. */
  position: Type.Optional(Nullable(Position)),
  suggestions: Type.Optional(Type.Array(Suggestion)),
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

/** The reply to a text that consists of quick actions alone. */
export const NoteCommands = Type.Object({
  commandsChanges: Dictionary(AnyJson),
  summary: Type.Array(Type.String()),
})

export const Discussion = Type.Object({
  id: Type.String(),
  individualNote: Type.Boolean(),
  notes: Type.Array(Note),
})

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

/** The operations of the API on the notes and discussions of a kind. */
export function noteOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { name, aNoteable, notesPath } = partsOf(kind)
  const noteable = restKey(kind.rest.notesParameter)
  const note = { ...noteable, noteId: Type.Integer() }
  const discussion = { ...noteable, discussionId: Type.String() }
  const discussionNote = { ...discussion, noteId: Type.Integer() }
  return {
    listNotes: operation({
      name: `list${name}Notes`,
      summary: `List notes of ${aNoteable}`,
      at: `GET ${notesPath}/notes`,
      input: Type.Object({
        ...noteable,
        ...Page,
        sort: Type.Optional(Words(['asc', 'desc'])),
        orderBy: Type.Optional(Words(['created_at', 'updated_at'])),
        activityFilter: Type.Optional(Words(['all_notes', 'only_comments', 'only_activity'])),
      }),
      reply: Type.Array(Note),
    }),
    getNote: operation({
      name: `get${name}Note`,
      summary: `Get a note of ${aNoteable}`,
      at: `GET ${notesPath}/notes/:noteId`,
      input: Type.Object(note),
      reply: Note,
    }),
    createNote: operation({
      name: `create${name}Note`,
      summary: `Comment on ${aNoteable}`,
      at: `POST ${notesPath}/notes`,
      input: Type.Object({ ...noteable, ...written }),
      reply: Type.Union([Note, NoteCommands]),
    }),
    updateNote: operation({
      name: `update${name}Note`,
      summary: 'Update a note',
      at: `PUT ${notesPath}/notes/:noteId`,
      input: Type.Object({ ...note, body }),
      reply: Note,
    }),
    deleteNote: operation({
      name: `delete${name}Note`,
      summary: 'Delete a note',
      at: `DELETE ${notesPath}/notes/:noteId`,
      input: Type.Object({ ...note, ...Unmodified }),
      reply: Empty,
    }),
    listDiscussions: discussionOperation({
      name: `list${name}Discussions`,
      summary: `List discussions of ${aNoteable}`,
      at: `GET ${notesPath}/discussions`,
      input: Type.Object({ ...noteable, ...Page }),
      reply: Type.Array(Discussion),
    }),
    getDiscussion: discussionOperation({
      name: `get${name}Discussion`,
      summary: `Get a discussion of ${aNoteable}`,
      at: `GET ${notesPath}/discussions/:discussionId`,
      input: Type.Object(discussion),
      reply: Discussion,
    }),
    createDiscussion: discussionOperation({
      name: `create${name}Discussion`,
      summary: `Start a thread on ${aNoteable}`,
      at: `POST ${notesPath}/discussions`,
      input: Type.Object({ ...noteable, ...written, ...positionOf(kind, PositionInput) }),
      reply: Type.Union([Discussion, NoteCommands]),
    }),
    resolveDiscussion: discussionOperation({
      name: `resolve${name}Discussion`,
      summary: 'Resolve or unresolve a thread',
      at: `PUT ${notesPath}/discussions/:discussionId`,
      input: Type.Object({ ...discussion, resolved: Type.Boolean() }),
      reply: Discussion,
    }),
    listDiscussionNotes: discussionOperation({
      name: `list${name}DiscussionNotes`,
      summary: 'List notes of a discussion',
      at: `GET ${notesPath}/discussions/:discussionId/notes`,
      input: Type.Object(discussion),
      reply: Type.Array(Note),
    }),
    replyToDiscussion: discussionOperation({
      name: `replyTo${name}Discussion`,
      summary: 'Reply to a discussion. Replying to a single note turns it into a thread',
      at: `POST ${notesPath}/discussions/:discussionId/notes`,
      input: Type.Object({ ...discussion, ...written }),
      reply: Type.Union([Note, NoteCommands]),
    }),
    getDiscussionNote: discussionOperation({
      name: `get${name}DiscussionNote`,
      summary: 'Get a note of a discussion',
      at: `GET ${notesPath}/discussions/:discussionId/notes/:noteId`,
      input: Type.Object(discussionNote),
      reply: Note,
    }),
    updateDiscussionNote: discussionOperation({
      name: `update${name}DiscussionNote`,
      summary: 'Update or resolve a note of a discussion',
      at: `PUT ${notesPath}/discussions/:discussionId/notes/:noteId`,
      input: Type.Object({ ...discussionNote, body: Type.Optional(body), resolved: Type.Optional(Type.Boolean()) }),
      reply: Note,
    }),
    deleteDiscussionNote: discussionOperation({
      name: `delete${name}DiscussionNote`,
      summary: 'Delete a note of a discussion',
      at: `DELETE ${notesPath}/discussions/:discussionId/notes/:noteId`,
      input: Type.Object({ ...discussionNote, ...Unmodified }),
      reply: Empty,
    }),
  }
}
