import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable, Words } from '#contract/shapes.ts'
import { NoteAuthor, PageNote, QuickActionsStatus } from './discussion-page.ts'
import { type NoteableKind, pageKey, partsOf, restKey } from './noteable-kind.ts'
import { idempotencyKey, noteTypes } from './notes.ts'
import { LineStates, PagePosition, Position, PositionInput, positionOf } from './positions.ts'

const operation = operationsOf('Draft notes')

/** The verdicts of a reviewer on a merge request. */
export const reviewVerdicts = ['reviewed', 'approved', 'requested_changes'] as const
export type ReviewVerdict = (typeof reviewVerdicts)[number]

/** The verdict of a review, on kinds that are reviewed. */
function verdictOf({ hasPositions }: NoteableKind) {
  const inputs = {
    approve: Type.Optional(Type.Boolean()),
    reviewerState: Type.Optional(Nullable(Words(reviewVerdicts))),
    /** The password, if the project requires it to approve. */
    approvalPassword: Type.Optional(Type.String({ maxLength: 1000 })),
  }
  // Inputs that are never given have the same type.
  return hasPositions ? inputs : ({} as typeof inputs)
}

/** The comment that a review ends with. */
function summaryOf({ hasPositions }: NoteableKind) {
  const inputs = { note: Type.Optional(Type.String()) }
  return hasPositions ? inputs : ({} as typeof inputs)
}

/** The position of a note outside of diffs. */
const NoPosition = Type.Object({
  baseSha: Type.Null(),
  startSha: Type.Null(),
  headSha: Type.Null(),
  oldPath: Type.Null(),
  newPath: Type.Null(),
  positionType: Type.Null(),
  oldLine: Type.Null(),
  newLine: Type.Null(),
  lineRange: Type.Null(),
})

/** A comment that only its author knows before it is published. @source rest.md 2.3 */
export const DraftNote = Type.Object({
  id: Type.Integer(),
  authorId: Type.Integer(),
  /** Null on what is no merge request. */
  mergeRequestId: Nullable(Type.Integer()),
  noteableId: Type.Integer(),
  noteableType: Type.String(),
  /** Whether its thread is resolved when it is published. */
  resolveDiscussion: Type.Boolean(),
  /** The discussion that it answers. */
  discussionId: Nullable(Type.String()),
  note: Type.String(),
  internal: Type.Boolean(),
  commitId: Nullable(Type.String()),
  lineCode: Nullable(Type.String()),
  position: Type.Union([NoPosition, Position]),
})

/** An unpublished comment as the page shows it. @source rest.md 17.6, DRAFT-015 */
export const PageDraft = Type.Object({
  id: Type.Integer(),
  author: NoteAuthor,
  mergeRequestId: Nullable(Type.Integer()),
  noteableId: Type.Integer(),
  noteableType: Type.String(),
  /** Null outside of diffs. In the newest version of the diff, or where its lines were last. */
  position: Nullable(Position),
  /** The position as it was given. */
  originalPosition: Nullable(Position),
  /** The position in the newest version: on the line that replaced an edited one, on the file of a deleted one. */
  currentPosition: Nullable(Position),
  lineState: Nullable(LineStates),
  lineCode: Nullable(Type.String()),
  fileIdentifierHash: Type.Null(),
  fileHash: Nullable(Type.String()),
  filePath: Nullable(Type.String()),
  commitId: Nullable(Type.String()),
  type: Nullable(Words(noteTypes)),
  note: Type.String(),
  /** Safe, without the lines that are quick actions. */
  noteHtml: Type.String(),
  references: Type.Object({
    /** The users whom it mentions. */
    users: Type.Array(Type.String()),
    /** The effects of its quick actions, a paragraph each. */
    commands: Type.String(),
    suggestions: Type.Array(Type.Null()),
  }),
  suggestions: Type.Array(Type.Null()),
  discussionId: Nullable(Type.String()),
  /** The first note of what it answers; null when that is nothing, or gone. */
  replyToNoteId: Nullable(Type.Integer()),
  /** Null: its thread stays as it is. */
  resolveDiscussion: Nullable(Type.Boolean()),
  internal: Type.Boolean(),
  isDraft: Type.Literal(true),
  createdAt: DateTime,
  updatedAt: DateTime,
  currentUser: Type.Object({
    canEdit: Type.Boolean(),
    canAwardEmoji: Type.Boolean(),
    canResolve: Type.Boolean(),
    canResolveDiscussion: Type.Boolean(),
  }),
})
export type PageDraft = Static<typeof PageDraft>

const pageDraft = { ...pageKey, draftId: Type.Integer() }

const savedText = {
  type: Type.Optional(Nullable(Words(noteTypes))),
  resolveDiscussion: Type.Optional(Nullable(Type.Boolean())),
  internal: Type.Optional(Type.Boolean()),
  confidential: Type.Optional(Type.Boolean()),
}

/** The operations of the API on unpublished comments on a kind. */
export function draftNoteOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { name, aNoteable, notesPath } = partsOf(kind)
  const noteable = restKey(kind.rest.notesParameter)
  const draft = { ...noteable, draftNoteId: Type.Integer() }
  const update = Type.Object({
    ...draft,
    note: Type.Optional(Type.String()),
    resolveDiscussion: Type.Optional(Type.Boolean()),
    ...positionOf(kind, PositionInput),
  })
  return {
    listDraftNotes: operation({
      name: `list${name}DraftNotes`,
      summary: `List your draft notes on ${aNoteable}, oldest first`,
      at: `GET ${notesPath}/draft_notes`,
      input: Type.Object(noteable),
      reply: Type.Array(DraftNote),
    }),
    getDraftNote: operation({
      name: `get${name}DraftNote`,
      summary: 'Get one of your draft notes',
      at: `GET ${notesPath}/draft_notes/:draftNoteId`,
      input: Type.Object(draft),
      reply: DraftNote,
    }),
    createDraftNote: operation({
      name: `create${name}DraftNote`,
      summary: `Create a draft note on ${aNoteable}`,
      at: `POST ${notesPath}/draft_notes`,
      input: Type.Object({
        ...noteable,
        note: Type.String(),
        inReplyToDiscussionId: Type.Optional(Type.String()),
        /** The state of the thread when the draft is published; left out, the thread stays as it is. */
        resolveDiscussion: Type.Optional(Type.Boolean()),
        internal: Type.Optional(Type.Boolean()),
        ...positionOf(kind, PositionInput),
        idempotencyKey,
      }),
      reply: DraftNote,
    }),
    updateDraftNote: operation({
      name: `update${name}DraftNote`,
      summary: 'Update a draft note',
      at: `PUT ${notesPath}/draft_notes/:draftNoteId`,
      input: update,
      reply: DraftNote,
    }),
    editDraftNote: operation({
      name: `edit${name}DraftNote`,
      summary: 'Update a draft note (alternative method)',
      status: 200,
      at: `POST ${notesPath}/draft_notes/:draftNoteId`,
      input: update,
      reply: DraftNote,
    }),
    deleteDraftNote: operation({
      name: `delete${name}DraftNote`,
      summary: 'Delete a draft note',
      at: `DELETE ${notesPath}/draft_notes/:draftNoteId`,
      input: Type.Object(draft),
      reply: Empty,
    }),
    publishDraftNote: operation({
      name: `publish${name}DraftNote`,
      summary: 'Publish a draft note',
      at: `PUT ${notesPath}/draft_notes/:draftNoteId/publish`,
      status: 204,
      input: Type.Object(draft),
      reply: Empty,
    }),
    publishDraftNotes: operation({
      name: `publish${name}DraftNotes`,
      summary: `Publish all your draft notes on ${aNoteable}, all or none`,
      at: `POST ${notesPath}/draft_notes/bulk_publish`,
      status: 204,
      input: Type.Object({ ...noteable, ...summaryOf(kind), ...verdictOf(kind) }),
      reply: Empty,
    }),
  }
}

/** The same for the page of a kind. */
export function draftPageOperations(kind: NoteableKind) {
  const { nameUnlessIssue, aNoteable, pagePath } = partsOf(kind)
  const saved = { ...savedText, note: Type.Optional(Type.String()), ...positionOf(kind, PagePosition) }
  return {
    listPageDrafts: operation({
      name: `list${nameUnlessIssue}PageDrafts`,
      summary: `List your draft notes for the page of ${aNoteable}`,
      at: `GET ${pagePath}/drafts`,
      input: Type.Object(pageKey),
      reply: Type.Array(PageDraft),
    }),
    createPageDraft: operation({
      name: `create${nameUnlessIssue}PageDraft`,
      summary: 'Create a draft note from a page',
      at: `POST ${pagePath}/drafts`,
      status: 200,
      input: Type.Object({
        ...pageKey,
        draftNote: Type.Optional(Type.Object(saved)),
        /** The shape of a comment that is posted at once. */
        note: Type.Optional(Type.Object(saved)),
        'note[note]': Type.Optional(Type.String()),
        resolveDiscussion: Type.Optional(Nullable(Type.Boolean())),
        inReplyToDiscussionId: Type.Optional(Type.String()),
        /** The project of the discussion it answers: that of the address. */
        noteProjectId: Type.Optional(Nullable(Type.Integer())),
        idempotencyKey,
      }),
      reply: PageDraft,
    }),
    updatePageDraft: operation({
      name: `update${nameUnlessIssue}PageDraft`,
      summary: 'Update a draft note from a page',
      at: `PUT ${pagePath}/drafts/:draftId`,
      input: Type.Object({
        ...pageDraft,
        draftNote: Type.Object({
          note: Type.Optional(Type.String()),
          resolveDiscussion: Type.Optional(Nullable(Type.Boolean())),
          ...positionOf(kind, PagePosition),
        }),
      }),
      reply: PageDraft,
    }),
    deletePageDraft: operation({
      name: `delete${nameUnlessIssue}PageDraft`,
      summary: 'Delete a draft note from a page',
      at: `DELETE ${pagePath}/drafts/:draftId`,
      status: 200,
      input: Type.Object(pageDraft),
      reply: Empty,
    }),
    publishPageDrafts: operation({
      name: `publish${nameUnlessIssue}PageDrafts`,
      summary: 'Publish one, several or all draft notes from a page, all or none',
      at: `POST ${pagePath}/drafts/publish`,
      status: 200,
      input: Type.Object({
        ...pageKey,
        id: Type.Optional(Type.Integer()),
        ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
        /** A comment that follows them. */
        note: Type.Optional(Type.String()),
        ...verdictOf(kind),
        /** The states of threads that were changed on the page after the comment was saved. */
        flags: Type.Optional(
          Type.Array(Type.Object({ id: Type.Integer(), resolveDiscussion: Type.Boolean() }), { maxItems: 1000 }),
        ),
      }),
      reply: Type.Object({
        /** The notes of the discussions that the drafts went to, oldest first. */
        notes: Type.Array(PageNote),
        /** The drafts that stay because nothing in them could be done. */
        keptIds: Type.Array(Type.Integer()),
        quickActionsStatus: Type.Optional(QuickActionsStatus),
      }),
    }),
    discardPageDrafts: operation({
      name: `discard${nameUnlessIssue}PageDrafts`,
      summary: `Delete all your draft notes on ${aNoteable}`,
      at: `DELETE ${pagePath}/drafts/discard`,
      status: 200,
      input: Type.Object(pageKey),
      reply: Empty,
    }),
  }
}
