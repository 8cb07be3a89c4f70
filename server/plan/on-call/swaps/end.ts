import { sql } from 'kysely'
import { onCallLimits, type SwapState } from '#contract/plan/incidents/on-call-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { recordScheduleUpdated, recordSwapChanged } from '../events.ts'
import { heldScheduleOf } from './ask.ts'
import { isOwnSwap, readSwaps, type SwapRow, staleness } from './read.ts'

type OfProject = Allowed<'project:join-on-call', { readonly id: number }>

/**
 * Take the shift that the actor is asked to take, and give the one in return: each becomes an override.
 *
 * @throws NotFound @throws Forbidden @throws Conflict  it was answered or withdrawn, or the schedule changed meanwhile
 */
export async function acceptShiftSwap(ctx: Context, project: OfProject, swapId: number): Promise<void> {
  const swap = await ownSwap(ctx, project, swapId)
  if (swap.toUser.id !== selfId(ctx)) throw new Forbidden(`Only ${swap.toUser.name} can accept this request`)
  const schedule = await heldScheduleOf(ctx, project.id, swap.rotationId)
  await endSwap(ctx, swap, 'accepted')
  const problem = staleness(ctx, swap, schedule)
  if (problem !== null) throw new Conflict(`${problem}. Decline the request instead`)
  await addOverrides(ctx, swap)
  await recordScheduleUpdated(ctx, schedule)
}

/** @throws NotFound @throws Forbidden @throws Conflict */
export async function declineShiftSwap(ctx: Context, project: OfProject, swapId: number): Promise<void> {
  const swap = await ownSwap(ctx, project, swapId)
  if (swap.toUser.id !== selfId(ctx)) throw new Forbidden(`Only ${swap.toUser.name} can decline this request`)
  await endSwap(ctx, swap, 'declined')
}

/** @throws NotFound @throws Forbidden @throws Conflict */
export async function withdrawShiftSwap(ctx: Context, project: OfProject, swapId: number): Promise<void> {
  const swap = await ownSwap(ctx, project, swapId)
  if (swap.fromUser.id !== selfId(ctx)) throw new Forbidden(`Only ${swap.fromUser.name} can withdraw this request`)
  await endSwap(ctx, swap, 'withdrawn')
}

async function ownSwap(ctx: Context, project: OfProject, swapId: number): Promise<SwapRow> {
  const [swap] = await readSwaps(ctx, sql`w.id = ${swapId} and s.namespace_id = ${project.id} and ${isOwnSwap(ctx)}`)
  if (swap === undefined) throw new NotFound('Request for a swap')
  return swap
}

/** The first answer counts. @throws Conflict */
async function endSwap(ctx: Context, swap: SwapRow, state: Exclude<SwapState, 'pending'>): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('oncallSwaps')
    .set({ state, answeredAt: ctx.now })
    .where('id', '=', swap.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const now = await ctx.db.selectFrom('oncallSwaps').select('state').where('id', '=', swap.id).executeTakeFirst()
    throw new Conflict(`This request has already been ${now?.state ?? 'withdrawn'}`)
  }
  const userIds = [swap.fromUser.id, swap.toUser.id]
  await recordSwapChanged(ctx, { id: swap.id, namespaceId: swap.namespaceId, userIds, state })
}

async function addOverrides(
  ctx: Context,
  { rotationId, fromUser, toUser, startsAt, endsAt, returnStartsAt, returnEndsAt }: SwapRow,
): Promise<void> {
  const overrides = [
    // The part that is over was done by the other person.
    { user_id: toUser.id, starts_at: startsAt > ctx.now ? startsAt : ctx.now, ends_at: endsAt },
    ...(returnStartsAt === null ? [] : [{ user_id: fromUser.id, starts_at: returnStartsAt, ends_at: returnEndsAt }]),
  ]
  const { numAffectedRows = 0n } = await sql`
    insert into oncall_overrides (rotation_id, user_id, created_by_id, starts_at, ends_at, created_at)
    select ${rotationId}, g.user_id, ${selfId(ctx)}, g.starts_at, g.ends_at, ${ctx.now}::timestamptz
    from json_to_recordset(${JSON.stringify(overrides)}::json) as g(user_id bigint, starts_at timestamptz, ends_at timestamptz)
    where (select count(*) from oncall_overrides where rotation_id = ${rotationId} and ends_at > ${ctx.now}::timestamptz)
      <= ${onCallLimits.overrides - overrides.length}`.execute(ctx.db)
  if (numAffectedRows === 0n)
    throw new Invalid({ base: [`A rotation can have up to ${onCallLimits.overrides} upcoming overrides`] })
}
