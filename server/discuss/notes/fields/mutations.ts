import type { PositionInput } from '#contract/discuss/positions.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { discussionById, noteableByGid, noteById } from '#server/discuss/noteables/noteable.ts'
import type { CommandsOutcome } from '#server/discuss/quick-actions/run.ts'
import { builder, type SchemaTypes } from '#server/graphql/builder.ts'
import type { GlobalRef } from '#server/graphql/ids.ts'
import { mutation, type Payload } from '#server/graphql/mutation.ts'
import { createNote, type NewNote } from '../create.ts'
import { deleteNote } from '../delete.ts'
import { editNote } from '../edit.ts'
import { readPosition, type StoredPoint } from '../positions/position.ts'
import { repositionNote } from '../positions/reposition.ts'
import { resolveDiscussion } from '../resolve.ts'
import { Discussion, Note } from './fields.ts'
import { noteNode, notesOfDiscussion } from './node.ts'

interface QuickActionsOutcome {
  readonly outcome: CommandsOutcome
  readonly isOnly: boolean
}

export const QuickActionsStatus = builder.objectRef<QuickActionsOutcome>('QuickActionsStatus').implement({
  description: 'Result of the quick actions in a note.',
  fields: t => ({
    commandNames: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.names] }),
    commandsOnly: t.boolean({ resolve: ({ isOnly }) => isOnly }),
    errorMessages: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.refused] }),
    messages: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.done] }),
  }),
})

interface NotePayload {
  readonly noteId?: number | undefined
  readonly quickActions?: QuickActionsOutcome | undefined
}

const written = (noteId: number | undefined): NotePayload => ({ noteId })

const writtenPayload = (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Payload<NotePayload>>) => ({
  note: t.field({
    type: Note,
    resolve: ({ noteId }, _args, context) => (noteId === undefined ? null : noteNode(context, noteId)),
  }),
  quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: ({ quickActions }) => quickActions ?? null }),
})

/** Write a note in a thread, of its own or as the first of a new one. */
async function write(
  ctx: Context,
  given: {
    readonly noteableId: GlobalRef
    readonly body: string
    readonly internal: boolean
    readonly as: NewNote['as']
  },
): Promise<NotePayload> {
  const noteable = await load(ctx, 'issuable:comment', noteableByGid, given.noteableId)
  const written = await createNote(ctx, noteable, { body: given.body, internal: given.internal, as: given.as })
  const hasCommands = written.outcome.done.length + written.outcome.refused.length > 0
  return {
    noteId: written.kind === 'note' ? written.noteId : undefined,
    quickActions: hasCommands ? { outcome: written.outcome, isOnly: written.kind === 'commands' } : undefined,
  }
}

interface NewThread {
  readonly noteableId: GlobalRef
  readonly body: string
  readonly internal?: boolean | null | undefined
}

/** The input of a mutation that starts a thread. */
const threadInput = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  noteableId: t.field({ type: 'NoteableID', required: true }),
  body: t.string({ required: true }),
  internal: t.boolean(),
})

/** Start a thread in a diff. @throws Invalid  a value that the position needs is missing */
const writeAt = (
  ctx: Context,
  { noteableId, body, internal }: NewThread,
  position: PositionInput,
): Promise<NotePayload> =>
  write(ctx, {
    noteableId,
    body,
    internal: internal ?? false,
    as: { position: readPosition(position), commitId: null },
  })

export function noteMutations(): void {
  mutation('createNote', {
    description: 'Create a comment or a reply.',
    input: t => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      discussionId: t.field({ type: 'DiscussionID' }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'Former name of `internal`.' }),
      mergeRequestDiffHeadSha: t.string({
        description: 'For merge requests: head commit that `/merge` in the text must match.',
      }),
    }),
    run: (ctx, { noteableId, body, discussionId, internal, confidential }) =>
      write(ctx, {
        noteableId,
        body,
        internal: internal ?? confidential ?? false,
        as: discussionId == null ? 'single' : { replyTo: discussionId },
      }),
    payload: writtenPayload,
  })
  mutation('createDiscussion', {
    description: 'Start a thread.',
    input: threadInput,
    run: (ctx, { noteableId, body, internal }) =>
      write(ctx, { noteableId, body, internal: internal ?? false, as: 'thread' }),
    payload: writtenPayload,
  })
  const DiffPaths = builder.inputType('DiffPathsInput', {
    fields: t => ({ newPath: t.string(), oldPath: t.string() }),
  })
  const DiffPositionInput = builder.inputType('DiffPositionInput', {
    fields: t => ({
      baseSha: t.string(),
      headSha: t.string({ required: true }),
      startSha: t.string({ required: true }),
      paths: t.field({ type: DiffPaths, required: true }),
      newLine: t.int(),
      oldLine: t.int(),
    }),
  })
  const DiffImagePositionInput = builder.inputType('DiffImagePositionInput', {
    fields: t => ({
      baseSha: t.string(),
      headSha: t.string({ required: true }),
      startSha: t.string({ required: true }),
      paths: t.field({ type: DiffPaths, required: true }),
      height: t.int({ required: true }),
      width: t.int({ required: true }),
      x: t.int({ required: true }),
      y: t.int({ required: true }),
    }),
  })
  mutation('createDiffNote', {
    description: 'Start a thread on a line of a diff.',
    input: t => ({ ...threadInput(t), position: t.field({ type: DiffPositionInput, required: true }) }),
    run: (ctx, { position, ...given }) =>
      writeAt(ctx, given, {
        ...inDiff(position),
        positionType: 'text',
        ...(position.oldLine == null ? {} : { oldLine: position.oldLine }),
        ...(position.newLine == null ? {} : { newLine: position.newLine }),
      }),
    payload: writtenPayload,
  })
  mutation('createImageDiffNote', {
    description: 'Start a thread on a point of an image in a diff.',
    input: t => ({ ...threadInput(t), position: t.field({ type: DiffImagePositionInput, required: true }) }),
    run: (ctx, { position: { width, height, x, y, ...position }, ...given }) =>
      writeAt(ctx, given, { ...inDiff(position), positionType: 'image', width, height, x, y }),
    payload: writtenPayload,
  })
  mutation('updateNote', {
    description: 'Update a note.',
    input: t => ({ id: t.field({ type: 'NoteID', required: true }), body: t.string() }),
    run: async (ctx, { id, body }) => {
      const note = await load(ctx, 'note:update', noteById, id)
      const outcome = body == null ? 'edited' : await editNote(ctx, note, body)
      return written(outcome === 'deleted' ? undefined : id)
    },
    payload: writtenPayload,
  })
  const UpdateDiffImagePositionInput = builder.inputType('UpdateDiffImagePositionInput', {
    fields: t => ({ height: t.int(), width: t.int(), x: t.int(), y: t.int() }),
  })
  mutation('updateImageDiffNote', {
    description: 'Update a note on an image, or move its pin.',
    input: t => ({
      id: t.field({ type: 'NoteID', required: true }),
      body: t.string(),
      position: t.field({ type: UpdateDiffImagePositionInput }),
    }),
    run: async (ctx, { id, body, position }) => {
      const note = await load(ctx, 'note:update', noteById, id)
      if (position != null) await repositionNote(ctx, note, given(position))
      const outcome = body == null ? 'edited' : await editNote(ctx, note, body)
      return written(outcome === 'deleted' ? undefined : id)
    },
    payload: writtenPayload,
  })
  mutation('repositionImageDiffNote', {
    description: 'Move the pin of a note on an image.',
    input: t => ({
      id: t.field({ type: 'DiffNoteID', required: true }),
      position: t.field({ type: UpdateDiffImagePositionInput, required: true }),
    }),
    run: async (ctx, { id, position }) => {
      await repositionNote(ctx, await load(ctx, 'note:update', noteById, id), given(position))
      return written(id)
    },
    payload: writtenPayload,
  })
  mutation('destroyNote', {
    description: 'Delete a note.',
    input: t => ({ id: t.field({ type: 'NoteID', required: true }) }),
    run: async (ctx, { id }) => {
      await deleteNote(ctx, await load(ctx, 'note:delete', noteById, id))
      return { note: null }
    },
    payload: t => ({
      note: t.field({ type: Note, resolve: () => null }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: () => null }),
    }),
  })
  mutation('discussionToggleResolve', {
    description: 'Resolve or unresolve a thread.',
    input: t => ({ id: t.field({ type: 'DiscussionID', required: true }), resolve: t.boolean({ required: true }) }),
    run: async (ctx, { id, resolve }) => {
      const first = await load(ctx, 'note:resolve', discussionById, id)
      await resolveDiscussion(ctx, first, resolve)
      return { discussionId: id }
    },
    payload: t => ({
      discussion: t.field({
        type: Discussion,
        resolve: async ({ discussionId }, _args, context) =>
          discussionId === undefined ? null : ((await notesOfDiscussion(context, discussionId))[0] ?? null),
      }),
    }),
  })
}

/** The values that were given. */
const given = (point: { readonly [Name in keyof StoredPoint]?: number | null | undefined }): Partial<StoredPoint> =>
  Object.fromEntries(Object.entries(point).filter(([, value]) => value != null))

interface GivenPosition {
  readonly baseSha?: string | null | undefined
  readonly startSha: string
  readonly headSha: string
  readonly paths: { readonly oldPath?: string | null | undefined; readonly newPath?: string | null | undefined }
}

/** The members of a position that all kinds of it have. */
const inDiff = ({ baseSha, startSha, headSha, paths: { oldPath, newPath } }: GivenPosition) => ({
  baseSha: baseSha ?? startSha,
  startSha,
  headSha,
  ...(oldPath == null ? {} : { oldPath }),
  ...(newPath == null ? {} : { newPath }),
})
