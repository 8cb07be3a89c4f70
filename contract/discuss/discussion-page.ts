import { type Static, Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { AnyJson, DateTime, Dictionary, Empty, Nullable, Words } from '#contract/shapes.ts'
import { noteTypes } from './notes.ts'

const tag = 'Discussion page'

/** Who wrote a note, as its header shows it. */
export const NoteAuthor = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  state: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** From the root of the site, such as `/ann`. */
  path: Type.String(),
  showStatus: Type.Boolean(),
  statusTooltipHtml: Nullable(Type.String()),
  availability: Nullable(Type.String()),
})
export type NoteAuthor = Static<typeof NoteAuthor>

export const NoteAward = Type.Object({
  name: Type.String(),
  user: Type.Object({ id: Type.Integer(), name: Type.String(), username: Type.String() }),
})

/** One note as the page shows it. @source rest.md 17.9 */
export const PageNote = Type.Object({
  /** Text, unlike in the REST API. */
  id: Type.String(),
  type: Nullable(Words(noteTypes)),
  author: NoteAuthor,
  note: Type.String(),
  /** Safe, and holds nothing the reader may not know of. */
  noteHtml: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  lastEditedAt: Nullable(DateTime),
  lastEditedBy: Nullable(NoteAuthor),
  currentUser: Type.Object({
    canEdit: Type.Boolean(),
    canAwardEmoji: Type.Boolean(),
    canResolve: Type.Boolean(),
    canResolveDiscussion: Type.Boolean(),
  }),
  resolvable: Type.Boolean(),
  resolved: Type.Boolean(),
  resolvedAt: Nullable(DateTime),
  resolvedBy: Nullable(NoteAuthor),
  resolvedByPush: Type.Boolean(),
  system: Type.Boolean(),
  systemNoteIconName: Nullable(Type.String()),
  systemAction: Nullable(Type.String()),
  isNoteableAuthor: Type.Boolean(),
  discussionId: Type.String(),
  emojiAwardable: Type.Boolean(),
  awardEmoji: Type.Array(NoteAward),
  suggestions: Type.Array(AnyJson),
  /** The address of the note, from the root of the site. */
  noteableNoteUrl: Type.String(),
  path: Type.String(),
  toggleAwardPath: Type.String(),
  resolvePath: Nullable(Type.String()),
  reportAbusePath: Nullable(Type.String()),
  cachedMarkdownVersion: Type.Integer(),
  confidential: Type.Boolean(),
  internal: Type.Boolean(),
  imported: Type.Boolean(),
  noteableId: Type.Integer(),
  noteableType: Type.String(),
  /** The role's name, such as `Developer`; null for who is no member. */
  humanAccess: Nullable(Type.String()),
  isContributor: Type.Boolean(),
  projectName: Type.String(),
})
export type PageNote = Static<typeof PageNote>

export const PageDiscussion = Type.Object({
  id: Type.String(),
  replyId: Type.String(),
  projectId: Type.Integer(),
  commitId: Nullable(Type.String()),
  confidential: Type.Boolean(),
  diffDiscussion: Type.Boolean(),
  expanded: Type.Boolean(),
  forCommit: Type.Boolean(),
  individualNote: Type.Boolean(),
  resolvable: Type.Boolean(),
  active: Type.Boolean(),
  lineCode: Nullable(Type.String()),
  position: Nullable(AnyJson),
  discussionPath: Type.String(),
  resolved: Type.Boolean(),
  resolvedByPush: Type.Boolean(),
  resolvedBy: Nullable(NoteAuthor),
  resolvedAt: Nullable(DateTime),
  resolvePath: Nullable(Type.String()),
  resolveWithIssuePath: Nullable(Type.String()),
  notes: Type.Array(PageNote),
  positions: Type.Array(AnyJson),
  lineCodes: Type.Array(Type.String()),
})
export type PageDiscussion = Static<typeof PageDiscussion>

/** 0 all, 1 comments only, 2 history only. */
export const NotesFilter = Type.Integer({ minimum: 0, maximum: 2 })

export const listPageDiscussions = operation({
  name: 'listPageDiscussions',
  summary: 'The discussions of an issue as its page shows them, oldest first',
  tag,
  door: 'browser',
  at: 'GET /:namespace/-/issues/:iid/discussions.json',
  input: Type.Object({
    namespace: Type.String(),
    iid: Type.Integer(),
    notesFilter: Type.Optional(NotesFilter),
    persistFilter: Type.Optional(Type.Boolean()),
    /** From the header X-Next-Page-Cursor of the page before. */
    cursor: Type.Optional(Type.String()),
    perPage: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: Type.Array(PageDiscussion),
})

const target = {
  namespace: Type.String(),
  targetType: Type.Optional(Type.String()),
  targetId: Type.Optional(Type.Integer()),
}

export const pollNotes = operation({
  name: 'pollNotes',
  summary: 'Notes that changed since the last look',
  tag,
  door: 'browser',
  at: 'GET /:namespace/noteable/:targetType/:targetId/notes',
  input: Type.Object({
    namespace: Type.String(),
    targetType: Type.String(),
    targetId: Type.Integer(),
    notesFilter: Type.Optional(NotesFilter),
    /** Microseconds since 1970; also as the header X-Last-Fetched-At. */
    lastFetchedAt: Type.Optional(Type.Integer({ minimum: 0, header: 'x-last-fetched-at' })),
  }),
  reply: Type.Object({ notes: Type.Array(PageNote), lastFetchedAt: Type.Integer(), more: Type.Boolean() }),
})

const NoteErrors = Dictionary(Type.Array(Type.String()))

export const QuickActionsStatus = Type.Object({
  messages: Type.Array(Type.String()),
  /** Commands that could not be applied, with the reason. */
  errorMessages: Type.Array(Type.String()),
  commandNames: Type.Array(Type.String()),
  commandsOnly: Type.Boolean(),
})

export const CreatedPageNote = Type.Object({
  ...Type.Partial(PageNote).properties,
  valid: Type.Boolean(),
  discussion: Type.Optional(PageDiscussion),
  commandsChanges: Type.Optional(Dictionary(AnyJson)),
  quickActionsStatus: Type.Optional(QuickActionsStatus),
  errors: Type.Optional(NoteErrors),
})

export const createPageNote = operation({
  name: 'createPageNote',
  summary: 'Comment, start a thread or reply from a page',
  tag,
  door: 'browser',
  at: 'POST /:namespace/notes',
  status: 200,
  input: Type.Object({
    ...target,
    note: Type.Object({
      note: Type.String(),
      type: Type.Optional(Nullable(Words(noteTypes))),
      confidential: Type.Optional(Type.Boolean()),
      internal: Type.Optional(Type.Boolean()),
      noteableType: Type.Optional(Type.String()),
      noteableId: Type.Optional(Type.Integer()),
    }),
    inReplyToDiscussionId: Type.Optional(Type.String()),
    returnDiscussion: Type.Optional(Type.Boolean()),
    idempotencyKey: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  }),
  reply: CreatedPageNote,
})

const pageNote = { namespace: Type.String(), noteId: Type.Integer() }

export const updatePageNote = operation({
  name: 'updatePageNote',
  summary: 'Change the text of a note from a page; 410 when the edit left nothing',
  tag,
  door: 'browser',
  at: 'PUT /:namespace/notes/:noteId',
  input: Type.Object({ ...pageNote, ...target, note: Type.Object({ note: Type.String() }) }),
  reply: PageNote,
})

export const deletePageNote = operation({
  name: 'deletePageNote',
  summary: 'Delete a note from a page',
  tag,
  door: 'browser',
  at: 'DELETE /:namespace/notes/:noteId',
  status: 200,
  input: Type.Object(pageNote),
  reply: Empty,
})

export const resolvePageNote = operation({
  name: 'resolvePageNote',
  summary: 'Resolve one note',
  tag,
  door: 'browser',
  at: 'POST /:namespace/notes/:noteId/resolve',
  status: 200,
  input: Type.Object(pageNote),
  reply: PageNote,
})

export const unresolvePageNote = operation({
  name: 'unresolvePageNote',
  summary: 'Open a resolved note again',
  tag,
  door: 'browser',
  at: 'DELETE /:namespace/notes/:noteId/resolve',
  status: 200,
  input: Type.Object(pageNote),
  reply: PageNote,
})

const pageDiscussion = { namespace: Type.String(), iid: Type.Integer(), discussionId: Type.String() }

export const resolvePageDiscussion = operation({
  name: 'resolvePageDiscussion',
  summary: 'Resolve a thread',
  tag,
  door: 'browser',
  at: 'POST /:namespace/-/issues/:iid/discussions/:discussionId/resolve',
  status: 200,
  input: Type.Object(pageDiscussion),
  reply: PageDiscussion,
})

export const unresolvePageDiscussion = operation({
  name: 'unresolvePageDiscussion',
  summary: 'Open a resolved thread again',
  tag,
  door: 'browser',
  at: 'DELETE /:namespace/-/issues/:iid/discussions/:discussionId/resolve',
  status: 200,
  input: Type.Object(pageDiscussion),
  reply: PageDiscussion,
})
