import type { Context } from '#server/context.ts'
import type { RenderedText } from '#server/discuss/references/render.ts'
import { namesAnybody, namesNothing, storeNamed } from '#server/discuss/references/store.ts'
import { textNamespaceById } from '#server/discuss/references/text-namespace.ts'
import { on } from '#server/slice.ts'
import { type SystemNote, writeCrossReferences, writeSystemNotes } from './history/system-note.ts'

/** The followers that write system notes and mentions of changes of an issuable. */
export const notesFollowers = [
  on(
    'issue.created',
    async (ctx, { payload, namespaceId }) => {
      const { issueId: issuableId, changes, named } = payload
      await tellChanges(ctx, { issuableId, namespaceId }, changes)
      if (!namesNothing(named)) await tellNamed(ctx, { issuableId, namespaceId, isEdit: false }, named)
    },
    ({ changes, named }) => changes.length > 0 || !namesNothing(named),
  ),
  ...(['merge_request.created', 'epic.created'] as const).map(name =>
    on(
      name,
      async (ctx, { payload, namespaceId }) => {
        const { issuableId, changes, named } = payload
        await tellChanges(ctx, { issuableId, namespaceId }, changes)
        if (!namesNothing(named)) await tellNamed(ctx, { issuableId, namespaceId, isEdit: false }, named)
      },
      ({ changes, named }) => changes.length > 0 || !namesNothing(named),
    ),
  ),
  on('issuable.changed', async (ctx, { payload, namespaceId }) => {
    const { issuableId, changes, named, descriptionVersionId } = payload
    await tellChanges(ctx, { issuableId, namespaceId }, changes, descriptionVersionId)
    if (named !== undefined) await tellNamed(ctx, { issuableId, namespaceId, isEdit: true }, named)
  }),
  on(
    'issue.closed',
    async (ctx, { payload, namespaceId }) =>
      writeSystemNotes(ctx, payload.issueId, await textNamespaceById(ctx, namespaceId), [
        { action: 'closed', text: payload.via === undefined ? 'closed' : `closed via ${payload.via}` },
      ]),
    // A moved or promoted one has a note that says where it went.
    ({ movedToId, promotedToId }) => movedToId === undefined && promotedToId === undefined,
  ),
  on('issue.reopened', async (ctx, { payload, namespaceId }) =>
    writeSystemNotes(ctx, payload.issueId, await textNamespaceById(ctx, namespaceId), [
      { action: 'opened', text: 'reopened' },
    ]),
  ),
  on('epic.closed', async (ctx, { payload, namespaceId }) =>
    writeSystemNotes(ctx, payload.issuableId, await textNamespaceById(ctx, namespaceId), [
      { action: 'closed', text: 'closed' },
    ]),
  ),
  on('epic.reopened', async (ctx, { payload, namespaceId }) =>
    writeSystemNotes(ctx, payload.issuableId, await textNamespaceById(ctx, namespaceId), [
      { action: 'opened', text: 'reopened' },
    ]),
  ),
  on('reaction.added', (ctx, { payload }) => dateReactions(ctx, payload.noteId)),
  on('reaction.removed', (ctx, { payload }) => dateReactions(ctx, payload.noteId)),
]

/** Pages that show the note find by it that there is something new to show. */
async function dateReactions(ctx: Context, noteId: number | null): Promise<void> {
  if (noteId === null) return
  await ctx.db.updateTable('notes').set({ reactedAt: ctx.now }).where('id', '=', noteId).execute()
}

interface NoteChange {
  readonly note: Pick<SystemNote, 'action' | 'text' | 'details'> | null
}

async function tellChanges(
  ctx: Context,
  { issuableId, namespaceId }: { readonly issuableId: number; readonly namespaceId: number },
  changes: readonly NoteChange[],
  descriptionVersionId?: number,
): Promise<void> {
  const notes = changes.flatMap(({ note }): readonly SystemNote[] => {
    if (note === null) return []
    const isVersion = note.action === 'description' && descriptionVersionId !== undefined
    return [isVersion ? { ...note, descriptionVersionId } : note]
  })
  if (notes.length > 0) await writeSystemNotes(ctx, issuableId, await textNamespaceById(ctx, namespaceId), notes)
}

interface NamedText {
  readonly issuableId: number
  readonly namespaceId: number
  readonly isEdit: boolean
}

async function tellNamed(
  ctx: Context,
  { issuableId, namespaceId, isEdit }: NamedText,
  named: Pick<RenderedText, 'mentioned' | 'issuableIds'>,
): Promise<void> {
  const { mentioned, issuableIds } = await storeNamed(ctx, { issuableId, noteId: null }, named, isEdit)
  if (namesAnybody(mentioned)) {
    await ctx.events.record(
      'text.named',
      { issuableId, noteId: null, internal: false, isEdit, mentioned },
      { namespaceId },
    )
  }
  await writeCrossReferences(ctx, { issuableId, internal: false }, issuableIds)
}
