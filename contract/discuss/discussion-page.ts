import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Dictionary, Empty, Nullable, Words } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf } from './noteable-kind.ts'
import { idempotencyKey, noteTypes } from './notes.ts'
import { commitOfPosition, DiffLineOfNote, inDiff, LineStates, PagePosition, Position } from './positions.ts'

const operation = operationsOf('Discussion page')

/** The author of a note, as its header shows them. */
export const NoteAuthor = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  state: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** The path from the root of the site, such as `/ann`. */
  path: Type.String(),
  showStatus: Type.Boolean(),
  statusTooltipHtml: Nullable(Type.String()),
  availability: Nullable(Type.String()),
  /** Whether an administrator marked them as staff, which comments show. */
  isGitlabEmployee: Type.Boolean(),
})
export type NoteAuthor = Static<typeof NoteAuthor>

export const NoteAward = Type.Object({
  name: Type.String(),
  user: Type.Object({ id: Type.Integer(), name: Type.String(), username: Type.String() }),
})

/** A change that a comment on a line of a diff proposes. @source rest.md 17.9 */
export const PageSuggestion = Type.Object({
  id: Type.Integer(),
  appliable: Type.Boolean(),
  applied: Type.Boolean(),
  filePath: Type.String(),
  /** The current lines of the suggestion. */
  fromLine: Type.Integer(),
  toLine: Type.Integer(),
  diffLines: Type.Array(
    Type.Object({
      lineCode: Type.Null(),
      type: Words(['old', 'new']),
      oldLine: Nullable(Type.Integer()),
      newLine: Nullable(Type.Integer()),
      text: Type.String(),
      richText: Type.Null(),
      canReceiveSuggestion: Type.Boolean(),
    }),
  ),
  currentUser: Type.Object({ canApply: Type.Boolean() }),
  inapplicableReason: Nullable(Type.String()),
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
  /** The address of the person without an account who wrote it; partly hidden from readers below planner. */
  externalAuthor: Type.Optional(Type.String()),
  /** The mail server of the site could not confirm this address. */
  externalIsUnverified: Type.Optional(Type.Boolean()),
  discussionId: Type.String(),
  emojiAwardable: Type.Boolean(),
  awardEmoji: Type.Array(NoteAward),
  suggestions: Type.Array(PageSuggestion),
  /** The contract has this field; files are links and images of the text. */
  attachment: Type.Null(),
  /** The discussion of the diff that a diff note belongs to. */
  baseDiscussion: Type.Null(),
  /** The address of the note, from the root of the site. */
  noteableNoteUrl: Type.String(),
  path: Type.String(),
  toggleAwardPath: Type.String(),
  resolvePath: Nullable(Type.String()),
  /** The form of a new issue that resolves the thread. */
  resolveWithIssuePath: Type.Optional(Nullable(Type.String())),
  /**
   * The form that reports the note; null for system notes, and for users who may not report it, such as its author and
   * visitors.
   */
  reportAbusePath: Nullable(Type.String()),
  cachedMarkdownVersion: Type.Integer(),
  confidential: Type.Boolean(),
  internal: Type.Boolean(),
  imported: Type.Boolean(),
  noteableId: Type.Integer(),
  noteableType: Type.String(),
  /** The role's name, such as `Developer`; null for non-members. */
  humanAccess: Nullable(Type.String()),
  isContributor: Type.Boolean(),
  projectName: Type.String(),
  /** These on notes of a changed description. @source NOTE-043 */
  descriptionVersionId: Type.Optional(Type.Integer()),
  /** Set by who shows several such changes as one. */
  startDescriptionVersionId: Type.Optional(Nullable(Type.Integer())),
  descriptionVersionDeleted: Type.Optional(Type.Boolean()),
  canDeleteDescriptionVersion: Type.Optional(Type.Boolean()),
  descriptionDiffPath: Type.Optional(Type.String()),
  deleteDescriptionVersionPath: Type.Optional(Nullable(Type.String())),
  /** The diff of the lines on a note about changed lines. @source SYSNOTE-011 */
  outdatedLineChangePath: Type.Optional(Type.String()),
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
  /** Null outside of diffs. In the newest version of the diff, or where its lines were last. */
  position: Nullable(Position),
  /** Only threads in a diff have this field and the next ones. The position as it was given. */
  originalPosition: Type.Optional(Position),
  lineState: Type.Optional(LineStates),
  /** Number of the version that the thread was started on; null unless its lines have changed since. */
  originalVersion: Type.Optional(Nullable(Type.Integer())),
  /**
   * The position of the thread in the newest version: on the line that replaced an edited one, on the file of a deleted
   * one.
   */
  currentPosition: Type.Optional(Nullable(Position)),
  /** Hunks of what changed at its lines since; empty if nothing did. */
  codeChange: Type.Optional(Type.String()),
  truncatedDiffLines: Type.Optional(Type.Array(DiffLineOfNote)),
  /** Only merge requests have it: the address that returns these lines alone. */
  truncatedDiffLinesPath: Type.Optional(Type.String()),
  diffFile: Type.Optional(
    Type.Object({
      fileHash: Nullable(Type.String()),
      filePath: Type.String(),
      oldPath: Type.String(),
      newPath: Type.String(),
    }),
  ),
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

export const DiscussionSummary = Type.Object({
  /** Comments, without changes. */
  comments: Type.Integer(),
  /** Threads that can be resolved. */
  threads: Type.Integer(),
  unresolved: Type.Integer(),
  /** The first note of each unresolved thread, the oldest first; a thousand at most. */
  unresolvedNoteIds: Type.Array(Type.Integer()),
})

export const FoundNote = Type.Object({
  id: Type.Integer(),
  discussionId: Type.String(),
  author: Type.Object({
    id: Type.Integer(),
    username: Type.String(),
    name: Type.String(),
    avatarUrl: Nullable(Type.String()),
  }),
  createdAt: DateTime,
  /** The text around the matched words. */
  excerpt: Type.String(),
})
export type FoundNote = Static<typeof FoundNote>

const target = {
  namespace: Type.String(),
  targetType: Type.Optional(Type.String()),
  targetId: Type.Optional(Type.Integer()),
}

export const pollNotes = operation({
  name: 'pollNotes',
  summary: 'List notes changed since the last request',
  at: 'GET /:namespace/noteable/:targetType/:targetId/notes',
  input: Type.Object({
    namespace: Type.String(),
    targetType: Type.String(),
    targetId: Type.Integer(),
    notesFilter: Type.Optional(NotesFilter),
    /** Microseconds since 1970; also as the header X-Last-Fetched-At. */
    lastFetchedAt: Type.Optional(Type.Integer({ minimum: 0, header: 'x-last-fetched-at' })),
  }),
  reply: Type.Object({
    notes: Type.Array(PageNote),
    /** Ids of the notes that were deleted since. */
    deleted: Type.Array(Type.String()),
    lastFetchedAt: Type.Integer(),
    /** More has changed than fits: ask again at once, from `lastFetchedAt` on. */
    more: Type.Boolean(),
  }),
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
  /** The results of the commands, one sentence a line. */
  references: Type.Optional(Type.Object({ commands: Type.String() })),
  errors: Type.Optional(NoteErrors),
})

export const createPageNote = operation({
  name: 'createPageNote',
  summary: 'Create a comment, thread or reply from a page',
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
      /** Ignored on kinds without positions. */
      position: Type.Optional(PagePosition),
      commitId: commitOfPosition,
    }),
    inReplyToDiscussionId: Type.Optional(Type.String()),
    returnDiscussion: Type.Optional(Type.Boolean()),
    idempotencyKey,
  }),
  reply: CreatedPageNote,
})

const pageNote = { namespace: Type.String(), noteId: Type.Integer() }

/** The reply to a refused edit: the note as it is now. */
export interface NoteConflict {
  readonly errors: string
  readonly note: PageNote
}

export const updatePageNote = operation({
  name: 'updatePageNote',
  summary: 'Update a note from a page (409 if it no longer matches `base`, 410 if the edit leaves it empty)',
  at: 'PUT /:namespace/notes/:noteId',
  input: Type.Object({
    ...pageNote,
    ...target,
    note: Type.Object({
      /** Absent: the text stays. */
      note: Type.Optional(Type.String()),
      /** The text that was edited. */
      base: Type.Optional(Type.String()),
      /** Moves the pin of the thread on its image. */
      position: Type.Optional(PagePosition),
    }),
  }),
  reply: PageNote,
})

export const deletePageNote = operation({
  name: 'deletePageNote',
  summary: 'Delete a note from a page',
  at: 'DELETE /:namespace/notes/:noteId',
  status: 200,
  input: Type.Object(pageNote),
  reply: Empty,
})

export const resolvePageNote = operation({
  name: 'resolvePageNote',
  summary: 'Resolve a note',
  at: 'POST /:namespace/notes/:noteId/resolve',
  status: 200,
  input: Type.Object(pageNote),
  reply: PageNote,
})

export const unresolvePageNote = operation({
  name: 'unresolvePageNote',
  summary: 'Unresolve a note',
  at: 'DELETE /:namespace/notes/:noteId/resolve',
  status: 200,
  input: Type.Object(pageNote),
  reply: PageNote,
})

const turned = {
  /** False opens it again. */
  resolved: Type.Optional(Type.Boolean()),
}

export const putPageNoteResolve = operation({
  name: 'putPageNoteResolve',
  summary: 'Resolve or unresolve a note',
  at: 'PUT /:namespace/notes/:noteId/resolve',
  input: Type.Object({ ...pageNote, ...turned }),
  reply: PageNote,
})

const pageDiscussion = { ...pageKey, discussionId: Type.String() }

/** The operations behind the discussions on the page of a kind. */
export function discussionPageOperations(kind: NoteableKind) {
  const { nameUnlessIssue, aNoteable, pagePath } = partsOf(kind)
  return {
    listPageDiscussions: operation({
      name: `list${nameUnlessIssue}PageDiscussions`,
      summary: `List discussions for the page of ${aNoteable}, oldest first`,
      at: `GET ${pagePath}/discussions.json`,
      input: Type.Object({
        ...pageKey,
        notesFilter: Type.Optional(NotesFilter),
        persistFilter: Type.Optional(Type.Boolean()),
        /** The cursor from the header X-Next-Page-Cursor of the previous page. */
        cursor: Type.Optional(Type.String()),
        perPage: Type.Optional(Type.Integer({ minimum: 1 })),
        /** `desc`: from the newest on, backwards; the cursor then leads to older ones. */
        sort: Type.Optional(Words(['asc', 'desc'])),
        /** Begin with the discussion of this note; the header X-Prev-Page-Cursor then leads backwards. */
        around: Type.Optional(Type.Integer()),
        ...inDiff(kind),
      }),
      reply: Type.Array(PageDiscussion),
    }),
    getDiscussionSummary: operation({
      name: `get${nameUnlessIssue}DiscussionSummary`,
      summary: `Get comment and open thread counts of ${aNoteable}`,
      at: `GET ${pagePath}/discussions/summary.json`,
      input: Type.Object(pageKey),
      reply: DiscussionSummary,
    }),
    searchPageNotes: operation({
      name: `search${nameUnlessIssue}PageNotes`,
      summary: `Search the comments of ${aNoteable} (the newest 50 matches)`,
      at: `GET ${pagePath}/discussions/search.json`,
      input: Type.Object({
        ...pageKey,
        search: Type.String({ minLength: 2, maxLength: 200 }),
      }),
      reply: Type.Array(FoundNote),
    }),
    resolvePageDiscussion: operation({
      name: `resolve${nameUnlessIssue}PageDiscussion`,
      summary: 'Resolve a thread',
      at: `POST ${pagePath}/discussions/:discussionId/resolve`,
      status: 200,
      input: Type.Object(pageDiscussion),
      reply: PageDiscussion,
    }),
    unresolvePageDiscussion: operation({
      name: `unresolve${nameUnlessIssue}PageDiscussion`,
      summary: 'Unresolve a thread',
      at: `DELETE ${pagePath}/discussions/:discussionId/resolve`,
      status: 200,
      input: Type.Object(pageDiscussion),
      reply: PageDiscussion,
    }),
    putPageDiscussionResolve: operation({
      name: `put${nameUnlessIssue}PageDiscussionResolve`,
      summary: 'Resolve or unresolve a thread',
      at: `PUT ${pagePath}/discussions/:discussionId/resolve`,
      input: Type.Object({ ...pageDiscussion, ...turned }),
      reply: PageDiscussion,
    }),
  }
}
