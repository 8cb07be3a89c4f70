import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, transact } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { writeSameNote } from '#server/discuss/notes/history/system-note.ts'
import { textNamespaceById } from '#server/discuss/references/text-namespace.ts'
import { Conflict, Invalid, NamedError, NotFound } from '#server/errors.ts'
import { inBatches } from '#server/platform/sql/batches.ts'
import { later } from '#server/slice.ts'
import { type LabelRow, labelOf, ownLabelOf } from './find.ts'
import { labelReferences, scopeOf } from './label.ts'

/** A job merges labels with more items than this. */
const mostAtOnce = 1_000

type Merged = Allowed<'label:admin', LabelRow>
type Into = Pick<LabelRow, 'id' | 'title'>

/** Count the items that a merge would change, among those that the actor can see. */
export async function previewMerge(ctx: Context, label: Merged, intoId: number) {
  const into = await loadInto(ctx, label, intoId)
  const { rows } = await sql<{ itemsCount: number; scopedCount: number }>`
    select count(*) as items_count, count(*) filter (where ${losesAnother(label, into)}) as scoped_count
    from issuable_labels il join issuables i on i.id = il.issuable_id
    where il.label_id = ${label.id} and ${visibleIssuables(ctx.actor, 'i')}`.execute(ctx.db)
  return rows[0] ?? { itemsCount: 0, scopedCount: 0 }
}

/**
 * Merge a label into another one of its project or group, or of a parent group. Its items get the other label, its subscriptions and
 * priorities move to that label, and it is deleted.
 *
 * @throws Invalid  both are the same label
 * @throws NotFound  the other label is not available there
 * @throws Conflict  one of them takes part in another merge
 */
export async function mergeLabel(ctx: Context, label: Merged, intoId: number): Promise<{ isFinished: boolean }> {
  const into = await loadInto(ctx, label, intoId)
  await refuseMerging(ctx, label, into)
  const { rows } = await sql<{ isLarge: boolean }>`
    select count(*) > ${mostAtOnce} as is_large from (
      select 1 from issuable_labels where label_id = ${label.id} limit ${mostAtOnce + 1}) found`.execute(ctx.db)
  if (rows[0]?.isLarge) {
    const { id: labelId, placeId, placeKind } = label
    await ctx.db.updateTable('labels').set({ mergingIntoId: intoId }).where('id', '=', labelId).execute()
    await ctx.events.record('label.merge_started', { labelId, intoId, placeId, placeKind }, placeOf(label))
    return { isFinished: false }
  }
  await finish(ctx, label, into)
  return { isFinished: true }
}

/** Merges a label of many items in batches. After an interruption, the job continues with the remaining items. */
export const mergesLabels = later(
  'label.merge_started',
  async (ctx, { payload }) => {
    const { labelId, intoId, placeId: id, placeKind } = payload
    const inPlace = async (inner: Context) => {
      const label = await load(inner, 'label:admin', ownLabelOf[placeKind], { id, labelId })
      return { label, into: await loadInto(inner, label, intoId) }
    }
    try {
      await inBatches(ctx.db, limit =>
        transact(ctx, async inner => {
          const { label, into } = await inPlace(inner)
          return mergeSome(inner, label, into, limit)
        }),
      )
      await transact(ctx, async inner => {
        const { label, into } = await inPlace(inner)
        await finish(inner, label, into)
      })
    } catch (error) {
      // One of the labels no longer exists, or the actor may no longer merge it.
      if (!(error instanceof NamedError)) throw error
      await ctx.db.updateTable('labels').set({ mergingIntoId: null }).where('id', '=', labelId).execute()
    }
  },
  { takesLong: true },
)

/**
 * Two merges of the same label could pass its items back and forth, or leave them with a deleted label.
 *
 * @throws Conflict
 */
async function refuseMerging(ctx: Context, label: Merged, into: Into): Promise<void> {
  // The second of two merges at once waits, and sees the mark of the first. The rows themselves are locked later, after the items.
  for (const id of [label.id, into.id].sort((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtextextended('label merges', ${id}::bigint))`.execute(ctx.db)
  const { rows } = await sql<{ title: string }>`
    select title from labels where (merging_into_id = ${label.id} or (id = ${into.id} and merging_into_id is not null)
      or (id = ${label.id} and merging_into_id <> ${into.id})) limit 1`.execute(ctx.db)
  if (rows[0] !== undefined)
    throw new Conflict(`The label “${rows[0].title}” is being merged. Try again when that has finished`)
}

async function loadInto(ctx: Context, label: Merged, intoId: number): Promise<Into> {
  if (intoId === label.id) throw new Invalid('A label cannot be merged into itself')
  return load(ctx, 'label:read', labelOf[label.placeKind], { id: label.placeId, labelId: intoId })
}

/** Whether the item of `issuable_labels il` has a third label of the scope of the one that it gets. */
function losesAnother(label: Into, into: Into) {
  const scope = scopeOf(into.title)
  if (scope === null) return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from issuable_labels sl join labels s on s.id = sl.label_id
    where sl.issuable_id = il.issuable_id and ${isOfScope(scope, label, into)})`
}

/** Whether a label is of the scope, over `labels s`. */
const isOfScope = (scope: string, label: Into, into: Into) => sql`s.id not in (${label.id}, ${into.id})
  and lower(trim(substring(s.title from '^(.+)::.+$'))) = ${scope}`

/** @returns how many items got the other label; 0 when none is left */
async function mergeSome(ctx: Context, label: Merged, into: Into, limit: number): Promise<number> {
  const { rows } = await sql<{ issuableId: number; namespaceId: number; ancestorIds: readonly number[] }>`
    select il.issuable_id, il.namespace_id, n.ancestor_ids from issuable_labels il join namespaces n on n.id = il.namespace_id
    where il.label_id = ${label.id} order by il.issuable_id limit ${limit}`.execute(ctx.db)
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.issuableId)
  // The rows are locked in the order of `transact`, before the copied columns lock them in any other.
  await sql`select 1 from issuables where id = any (${ids}::bigint[]) order by id for no key update`.execute(ctx.db)
  await holdBoth(ctx, label, into)
  const scope = scopeOf(into.title)
  if (scope !== null)
    await sql`delete from issuable_labels il using labels s where il.issuable_id = any (${ids}::bigint[]) and s.id = il.label_id
      and ${isOfScope(scope, label, into)}`.execute(ctx.db)
  await sql`
    with gone as (delete from issuable_labels where label_id = ${label.id} and issuable_id = any (${ids}::bigint[])
      returning issuable_id, namespace_id)
    insert into issuable_labels (issuable_id, label_id, namespace_id)
    select issuable_id, ${into.id}::bigint, namespace_id from gone on conflict do nothing`.execute(ctx.db)
  await writeSameNote(ctx, rows, await textNamespaceById(ctx, label.namespaceId), {
    action: 'label',
    // The label is written as text, not as a reference, because it is about to be deleted.
    text: `merged label \`${label.title.replaceAll('`', '')}\` into ${labelReferences([into])}`,
    details: { added: [into.id], removed: [label.id] },
  })
  const lists = new Map(rows.map(row => [row.namespaceId, row.ancestorIds]))
  const { namespaceId, topics } = placeOf(label)
  await ctx.events.record(
    'label.merge_advanced',
    { labelId: label.id, intoId: into.id },
    {
      namespaceId,
      topics: [...topics, ...[...lists].slice(0, mostLists).flatMap(([id, above]) => issueListTopics(id, above))],
    },
  )
  return rows.length
}

/** The most projects whose issue lists are notified of a batch. */
const mostLists = 50

/**
 * Lock both labels until the transaction ends: no concurrent request adds the one to an item, or removes the other.
 *
 * @throws NotFound  one of them no longer exists, such as after a merge in the other direction
 */
async function holdBoth(ctx: Context, label: Merged, into: Into): Promise<void> {
  const hold = (id: number) =>
    sql`select 1 from labels where id = ${id} ${id === label.id ? sql`for update` : sql`for no key update`}`.execute(
      ctx.db,
    )
  const [first, second] = label.id < into.id ? [label.id, into.id] : [into.id, label.id]
  const held = [await hold(first), await hold(second)]
  if (held.some(({ rows }) => rows.length === 0)) throw new NotFound('Label')
}

/** Merge the last items of a label, and delete it. */
async function finish(ctx: Context, label: Merged, into: Into): Promise<void> {
  await mergeSome(ctx, label, into, mostAtOnce)
  await holdBoth(ctx, label, into)
  // Items that got the label meanwhile.
  await inBatches(ctx.db, limit => mergeSome(ctx, label, into, limit))
  await sql`
    with ranked as (insert into label_priorities (project_id, label_id, priority)
      select project_id, ${into.id}::bigint, priority from label_priorities where label_id = ${label.id} on conflict do nothing)
    insert into label_subscriptions (label_id, user_id)
    select ${into.id}::bigint, user_id from label_subscriptions where label_id = ${label.id} on conflict do nothing`.execute(
    ctx.db,
  )
  // Followers move the references to the label before it is deleted.
  await ctx.events.record(
    'label.merged',
    { labelId: label.id, title: label.title, intoId: into.id, intoTitle: into.title },
    placeOf(label),
  )
  await ctx.db.deleteFrom('labels').where('id', '=', label.id).execute()
}

const placeOf = (label: LabelRow) => ({
  namespaceId: label.namespaceId,
  topics: [namespaceTopic({ id: label.placeId, kind: label.placeKind })],
})
