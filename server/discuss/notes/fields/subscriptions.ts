import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { internalNotesTopic, issuableTopic } from '#contract/live-topics.ts'
import { may } from '#server/access/may.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { builder } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { eachOf } from '#server/graphql/each-of.ts'
import type { GlobalRef } from '#server/graphql/ids.ts'
import { Note } from './fields.ts'
import { issuableFactsOf, type NoteNode, noteNode } from './node.ts'

// Transactions that began before others may commit after them: ids that far back are looked for again.
const maxStragglers = 100

interface DeletedNote {
  readonly noteId: number
  readonly discussionId: string
}

interface Stamped {
  readonly id: number
  readonly discussionId: string
  readonly internal: boolean
  readonly stamp: string
}

/** A stamp that differs when the note has changed since the last look, whenever that was. */
const stamp = sql`concat_ws('/', n.updated_at, n.last_edited_at, n.resolved_at,
  (select array_agg(a.id order by a.id) from award_emoji a where a.note_id = n.id))`

/**
 * The notes that a subscription looks for: new ones, deleted ones (by the ids that are left) or changed ones (by their
 * stamps).
 */
type Looked = 'new' | 'ids' | 'stamps'

/** The notes of an issuable that came after a note. */
async function notesAfter(
  context: GraphqlContext,
  issuableId: number,
  id: number,
  looked: Looked,
): Promise<readonly Stamped[]> {
  const { rows } = await sql<Stamped>`
    select n.id, n.discussion_id, n.internal, ${looked === 'stamps' ? stamp : sql`''`} as stamp from notes n where n.issuable_id = ${issuableId} and n.id > ${id}
    order by n.id`.execute(context.weft.db)
  return rows
}

async function mayRead(context: GraphqlContext, issuableId: number): Promise<'all' | 'public' | 'nothing'> {
  const found = await issuableFactsOf(context, issuableId)
  const { actor } = context.weft
  if (found === null || !may(actor, 'issuable:read', found.facts)) return 'nothing'
  return may(actor, 'issuable:read-internal-notes', found.facts) ? 'all' : 'public'
}

/**
 * Lists of the changes of an issuable's notes, at each change, as long as the subscriber may read it.
 *
 * @param find  the notes to send, from the notes of the last look and of this one
 */
async function listen<T>(
  context: GraphqlContext,
  noteable: GlobalRef | null | undefined,
  looked: Looked,
  find: (before: ReadonlyMap<number, Stamped>, now: ReadonlyMap<number, Stamped>) => Promise<readonly T[]>,
): Promise<AsyncIterableIterator<T>> {
  const { watch } = context
  if (watch === null || noteable == null || (await mayRead(context, noteable.id)) === 'nothing')
    throw new GraphQLError(unauthorizedSubscription)
  const series = seriesOf((await issuableFactsOf(context, noteable.id))?.type ?? '')
  const byId = (notes: readonly Stamped[]) => new Map(notes.map(note => [note.id, note]))
  let before = byId(await notesAfter(context, noteable.id, 0, looked))
  let floor = 0
  const lists = watch(
    [issuableTopic(series, noteable.id), internalNotesTopic(series, noteable.id)],
    async (): Promise<Look<readonly T[]>> => {
      context.loaders.clear()
      if ((await mayRead(context, noteable.id)) === 'nothing') return 'gone'
      if (looked === 'new') floor = [...before.keys()].reduce((most, id) => Math.max(most, id - maxStragglers), floor)
      const now = byId(await notesAfter(context, noteable.id, floor, looked))
      const found = await find(before, now)
      before = now
      return found.length === 0 ? 'same' : { value: found }
    },
  )
  return eachOf(lists)
}

/** Notes as the listener may read them. */
const readable = async (context: GraphqlContext, ids: readonly number[]): Promise<readonly NoteNode[]> =>
  (await Promise.all(ids.map(id => noteNode(context, id)))).filter(note => note !== null)

export function noteSubscriptions(): void {
  const Deleted = builder.objectRef<DeletedNote>('DeletedNote').implement({
    description: 'A deleted note and the remaining notes of its discussion.',
    fields: t => ({
      id: t.field({ type: 'NoteID', nullable: false, resolve: ({ noteId }) => gid('Note', noteId) }),
      discussionId: t.field({
        type: 'DiscussionID',
        resolve: ({ discussionId }) => gid('Discussion', discussionId),
      }),
      lastDiscussionNote: t.boolean({
        resolve: async ({ discussionId }, _args, context) => (await left(context, discussionId)).length === 0,
      }),
      discussionNotes: t.field({
        type: [Note],
        nullable: { list: true, items: false },
        resolve: async ({ discussionId }, _args, context) =>
          readable(
            context,
            (await left(context, discussionId)).map(each => each.id),
          ),
      }),
    }),
  })
  const args = { noteableId: builder.args(t => ({ noteableId: t.field({ type: 'NoteableID' }) })).noteableId }
  builder.subscriptionFields(t => ({
    workItemNoteCreated: t.field({
      type: Note,
      description: 'Triggered when a note is created.',
      args,
      subscribe: (_root, { noteableId }, context) =>
        listen(context, noteableId, 'new', (before, now) =>
          readable(
            context,
            [...now.keys()].filter(id => !before.has(id)),
          ),
        ),
      resolve: note => note,
    }),
    workItemNoteUpdated: t.field({
      type: Note,
      description: 'Triggered when a note is updated.',
      args,
      subscribe: (_root, { noteableId }, context) =>
        listen(context, noteableId, 'stamps', (before, now) =>
          readable(
            context,
            [...now.values()]
              .filter(note => before.has(note.id) && before.get(note.id)?.stamp !== note.stamp)
              .map(note => note.id),
          ),
        ),
      resolve: note => note,
    }),
    workItemNoteDeleted: t.field({
      type: Deleted,
      description: 'Triggered when a note is deleted.',
      args,
      subscribe: (_root, { noteableId }, context) =>
        listen(context, noteableId, 'ids', async (before, now) => {
          const gone = [...before.values()].filter(note => !now.has(note.id))
          const reach = gone.length === 0 ? 'nothing' : await mayRead(context, noteableId?.id ?? 0)
          return gone
            .filter(note => reach === 'all' || !note.internal)
            .map(note => ({ noteId: note.id, discussionId: note.discussionId }))
        }),
      resolve: note => note,
    }),
  }))
}

async function left(context: GraphqlContext, discussionId: string) {
  const { rows } = await sql<{ id: number }>`
    select n.id from notes n where n.discussion_id = ${discussionId} order by n.created_at, n.id`.execute(
    context.weft.db,
  )
  return rows
}
