import { sql } from 'kysely'
import { bulkEditTopic } from '#contract/live-topics.ts'
import { type Context, transact, userIdOrZero } from '#server/context.ts'
import { inBatches } from '#server/platform/sql/batches.ts'
import { changeOne, type MadeChange, type Outcome, takeBack } from './change.ts'
import type { AskedUpdate } from './find.ts'
import { refusals } from './messages.ts'
import { wantedOf } from './wanted.ts'

interface Edit {
  readonly namespaceId: number
  readonly asked: AskedUpdate | null
  /** Whoever asked for it may still change something. */
  readonly isActive: boolean
}

/**
 * Change the issues of a bulk edit that still wait, in batches. The outcome of each is stored in the transaction that changes it: a job
 * that is cut off and begins again changes nothing twice.
 *
 * @param ctx  of the person who asked for it, with their rights of now
 */
export async function performBulkEdit(ctx: Context, id: number): Promise<void> {
  await inBatches(ctx.db, limit => transact(ctx, inner => performSome(inner, id, limit)))
}

/**
 * Change some of the issues that still wait, in the transaction of `ctx`.
 *
 * @returns how many were changed, left or refused; 0 when none waits
 */
export async function performSome(ctx: Context, id: number, limit: number): Promise<number> {
  const { rows: edits } = await sql<Edit>`
    select b.namespace_id, b.asked, u.state = 'active' as is_active from bulk_edits b join users u on u.id = b.user_id
    where b.id = ${id} and b.finished_at is null and b.user_id = ${userIdOrZero(ctx)}`.execute(ctx.db)
  const edit = edits[0]
  if (edit === undefined) return 0
  const { rows: items } = await sql<{ issuableId: number; made: MadeChange | null }>`
    select w.issuable_id, made.change as made from bulk_edit_items w
      left join bulk_edits b on b.id = w.bulk_edit_id
      left join bulk_edit_items made on made.bulk_edit_id = b.undoes_id and made.issuable_id = w.issuable_id
    where w.bulk_edit_id = ${id} and w.outcome is null order by w.issuable_id limit ${limit} for update of w`.execute(
    ctx.db,
  )
  const ids = items.map(item => item.issuableId)
  // All of them before the first changes the project's counts: so they are locked in the order of `transact`.
  await sql`select id from issuables where id = any (${ids}::bigint[]) order by id for no key update`.execute(ctx.db)
  const wanted = edit.asked === null ? null : wantedOf(edit.asked)
  const outcomes: Outcome[] = []
  for (const { issuableId, made } of items) outcomes.push(await perform(issuableId, made))
  await store(ctx, id, ids, outcomes)
  await ctx.events.record(
    'bulk_edit.advanced',
    { bulkEditId: id },
    { namespaceId: edit.namespaceId, topics: [bulkEditTopic(id)] },
  )
  return items.length

  async function perform(issuableId: number, made: MadeChange | null): Promise<Outcome> {
    if (edit === undefined || !edit.isActive) return { outcome: 'refused', reason: refusals.notAllowed }
    if (wanted !== null) return changeOne(ctx, edit.namespaceId, issuableId, wanted)
    return made === null ? { outcome: 'unchanged' } : takeBack(ctx, edit.namespaceId, issuableId, made)
  }
}

async function store(ctx: Context, id: number, ids: readonly number[], outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map((each, index) => ({
    issuable_id: ids[index],
    outcome: each.outcome,
    reason: each.outcome === 'refused' ? each.reason : null,
    change: each.outcome === 'changed' ? each.change : null,
  }))
  const count = (outcome: Outcome['outcome']) => outcomes.filter(each => each.outcome === outcome).length
  await sql`
    update bulk_edit_items b set outcome = given.outcome, reason = given.reason, change = given.change
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (issuable_id bigint, outcome text, reason text, change jsonb)
    where b.bulk_edit_id = ${id} and b.issuable_id = given.issuable_id`.execute(ctx.db)
  await sql`
    update bulk_edits set changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')},
      refused = refused + ${count('refused')},
      finished_at = case when not exists (select 1 from bulk_edit_items w where w.bulk_edit_id = ${id} and w.outcome is null)
        then ${new Date().toISOString()}::timestamptz end
    where id = ${id}`.execute(ctx.db)
}
