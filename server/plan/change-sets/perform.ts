import { sql } from 'kysely'
import { changeSetTopic } from '#contract/live-topics.ts'
import { type Context, selfId, transact, userIdOrZero } from '#server/context.ts'
import { activeActor } from '#server/foundation/users/active-actor.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import { inBatches } from '#server/platform/sql/batches.ts'
import { changeOne } from './change-one.ts'
import { eachItem, type ItemToChange, itemToChange } from './each-item.ts'
import type { AskedUpdate } from './find.ts'
import { type MadeChange, madeBy, opposite } from './made.ts'
import { refusals } from './messages.ts'
import type { Outcome } from './outcome.ts'
import { type Item, undoOne } from './undo-one.ts'
import { wantedOf } from './wanted.ts'
import { countMade, type Made } from './words.ts'

interface ChangeSet {
  readonly namespaceId: number
  readonly asked: AskedUpdate | null
  readonly made: readonly Made[]
}

/**
 * Change the pending items of a change set, in batches. The outcome of each is stored in the transaction that changes it, so a job
 * that is interrupted and runs again changes nothing twice.
 *
 * @param ctx  of the person who asked for it; each batch has the rights that they have by then
 */
export async function performChangeSet(ctx: Context, id: number): Promise<void> {
  await inBatches(ctx.db, limit =>
    transact(ctx, async inner => {
      const actor = await activeActor(inner.db, selfId(inner))
      return performSome(actor === null ? inner : { ...inner, actor }, id, limit, { isAllowed: actor !== null })
    }),
  )
}

/**
 * Change some of the pending items, in the transaction of `ctx`.
 *
 * @param isAllowed  false for an account that is no longer active: it changes nothing
 * @returns how many were changed, unchanged or refused; 0 when none is pending
 */
export async function performSome(ctx: Context, id: number, limit: number, { isAllowed = true } = {}): Promise<number> {
  const { rows: edits } = await sql<ChangeSet>`
    select b.namespace_id, b.asked, b.made from change_sets b
    where b.id = ${id} and b.finished_at is null and b.user_id = ${userIdOrZero(ctx)}
    for no key update of b`.execute(ctx.db)
  const edit = edits[0]
  if (edit === undefined) return 0
  const { rows: items } = await sql<Pending>`
    with pending as materialized (select w.change_set_id, w.issuable_id from change_set_items w
      where w.change_set_id = ${id} and w.outcome is null order by w.issuable_id limit ${limit} for update)
    select i.id, i.type, made.change as made, e.name as event, e.payload, iso(e.created_at) as at from pending w
      left join change_sets b on b.id = w.change_set_id
      left join change_set_items made on made.change_set_id = b.undoes_id and made.issuable_id = w.issuable_id
      left join events e on e.id = b.undoes_event_id
      join issuables i on i.id = w.issuable_id order by w.issuable_id`.execute(ctx.db)
  const ids = items.map(item => item.id)
  // Lock all of them before the first one changes the project's counts, to keep the lock order of `transact`.
  await sql`select id from issuables where id = any (${ids}::bigint[]) order by id for no key update`.execute(ctx.db)
  const wanted = edit.asked === null ? null : wantedOf(edit.asked)
  const outcomes = await eachItem(ctx, items, toChange, perform)
  await store(ctx, id, ids, outcomes, edit)
  await ctx.events.record(
    'change_set.advanced',
    { changeSetId: id },
    { namespaceId: edit.namespaceId, topics: [changeSetTopic(id), ...ownChangesTopics(ctx)] },
  )
  return items.length

  function toChange(item: Pending): ItemToChange {
    if (wanted !== null) return itemToChange(item, wanted)
    const { type } = item
    const made = madeOf(item)
    const names = made?.attributes.map(({ attribute }) => attribute) ?? []
    return { type, names, stateEvent: opposite(made?.state?.event) }
  }

  async function perform(item: Pending): Promise<Outcome> {
    if (edit === undefined || !isAllowed) return { outcome: 'refused', reason: refusals.notAllowed }
    if (wanted !== null) return changeOne(ctx, id, edit.namespaceId, item, wanted)
    const made = madeOf(item)
    return made === null ? { outcome: 'unchanged' } : undoOne(ctx, id, edit.namespaceId, item, made)
  }
}

/** A pending item; in an undo, with the change to undo: that of a change set (`made`), or one event of the log. */
interface Pending extends Item {
  readonly made: MadeChange | null
  readonly event: string | null
  readonly payload: object | null
  readonly at: string | null
}

function madeOf({ made, event, payload, at }: Pending): MadeChange | null {
  if (made !== null) return made
  return event === null || payload === null || at === null ? null : madeBy(event, payload, at)
}

async function store(
  ctx: Context,
  id: number,
  ids: readonly number[],
  outcomes: readonly Outcome[],
  { made, asked }: Pick<ChangeSet, 'made' | 'asked'>,
): Promise<void> {
  const rows = outcomes.map((each, index) => ({
    issuable_id: ids[index],
    outcome: each.outcome,
    reason: each.outcome === 'refused' ? each.reason : null,
    change: each.outcome === 'changed' ? each.change : null,
  }))
  const changes = outcomes.flatMap(each => (each.outcome === 'changed' ? [each.change] : []))
  const count = (outcome: Outcome['outcome']) => outcomes.filter(each => each.outcome === outcome).length
  await sql`
    update change_set_items b set outcome = given.outcome, reason = given.reason, change = given.change
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (issuable_id bigint, outcome text, reason text, change jsonb)
    where b.change_set_id = ${id} and b.issuable_id = given.issuable_id`.execute(ctx.db)
  await sql`
    update change_sets set changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')},
      refused = refused + ${count('refused')},
      made = ${JSON.stringify(countMade(made, changes, { isUndo: asked === null }))}::jsonb,
      finished_at = case when not exists (select 1 from change_set_items w where w.change_set_id = ${id} and w.outcome is null)
        then ${new Date().toISOString()}::timestamptz end
    where id = ${id}`.execute(ctx.db)
}
