import { sql } from 'kysely'
import { mostFlags, mostOfFlags } from '#contract/deploy/feature-flags/flag-words.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { flagsScope } from './events.ts'
import { readFlag, type StoredFlag, stateOf } from './find.ts'
import { checkFlag, type FlagState, type StrategyState } from './flag.ts'
import { messages } from './messages.ts'
import { type FlagProject, refuseProtected, refuseUndecidable } from './protected.ts'

/** A strategy to be stored: in the row of the id, or in a new row. */
export interface StrategyDraft extends StrategyState {
  readonly id: number | null
}

/** The people behind a change that its author alone may not make. */
interface Approved {
  readonly authorId: number | null
  readonly approverId: number
}

/** A flag to be stored. */
export interface FlagDraft extends Omit<FlagState, 'strategies'> {
  readonly strategies: readonly StrategyDraft[]
}

/**
 * Create a feature flag.
 *
 * @throws Invalid  a field, the name is taken, or the project has too many · @throws Forbidden  a protected environment
 */
export async function createFlag(ctx: Context, project: FlagProject, draft: FlagDraft): Promise<StoredFlag> {
  const projectId = project.id
  checkFlag(draft)
  await checkLists(ctx, projectId, draft)
  // Flags are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${projectId}, 'feature_flag', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
    insert into feature_flags (namespace_id, iid, name, description, active, off_in, type, permanent, lifetime_days, author_id, created_at, updated_at)
    select ${projectId}, value, ${draft.name}, ${draft.description}, ${draft.active}, ${draft.offIn}::text[], ${draft.type}, ${draft.permanent},
      ${draft.lifetimeDays}, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from counter where (select count(*) from feature_flags where namespace_id = ${projectId}) < ${mostFlags} returning id`
    .execute(ctx.db)
    .catch(orTaken)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManyFlags)
  await writeStrategies(ctx, made.id, draft.strategies)
  await refuseTooLarge(ctx, projectId)
  const flag = await readFlag(ctx, made.id)
  await refuseProtected(ctx, project, null, flag)
  await logChange(ctx, null, flag)
  await ctx.events.record('feature_flag.created', { flagId: flag.id }, flagsScope(projectId))
  return flag
}

/**
 * Change a feature flag.
 *
 * @returns the flag, and the entry in its history; null where nothing changed
 * @throws Invalid  a field, or the name is taken · @throws Forbidden  a protected environment
 */
export async function updateFlag(
  ctx: Context,
  project: FlagProject,
  before: StoredFlag,
  draft: FlagDraft,
  approved: Approved | null = null,
): Promise<{ readonly flag: StoredFlag; readonly changeId: number | null }> {
  checkFlag(draft)
  await checkLists(ctx, before.namespaceId, draft)
  if (isSameState(stateOf(before), draft)) return { flag: before, changeId: null }
  await sql`update feature_flags set name = ${draft.name}, description = ${draft.description}, active = ${draft.active}, off_in = ${draft.offIn}::text[],
      type = ${draft.type}, permanent = ${draft.permanent}, lifetime_days = ${draft.lifetimeDays}, updated_at = ${ctx.now}::timestamptz
    where id = ${before.id}`
    .execute(ctx.db)
    .catch(orTaken)
  await writeStrategies(ctx, before.id, draft.strategies)
  await refuseTooLarge(ctx, before.namespaceId)
  const flag = await readFlag(ctx, before.id)
  await (approved === null ? refuseProtected : refuseUndecidable)(ctx, project, before, flag)
  const changeId = await logChange(ctx, before, flag, approved)
  await ctx.events.record(
    'feature_flag.updated',
    { flagId: flag.id, changeId },
    flagsScope(flag.namespaceId, await issuesOf(ctx, flag.id)),
  )
  return { flag, changeId }
}

/** Delete a feature flag. @throws Forbidden  a protected environment */
export async function deleteFlag(
  ctx: Context,
  project: FlagProject,
  flag: StoredFlag,
  approved: Approved | null = null,
): Promise<void> {
  await (approved === null ? refuseProtected : refuseUndecidable)(ctx, project, flag, null)
  const { id, namespaceId, name } = flag
  const issueIds = await issuesOf(ctx, id)
  await sql`delete from feature_flags where id = ${id}`.execute(ctx.db)
  await ctx.events.record('feature_flag.deleted', { flagId: id, name }, flagsScope(namespaceId, issueIds))
}

/**
 * The flag as it is stored now, locked until the transaction ends: concurrent changes follow one another.
 *
 * @throws NotFound  it was deleted meanwhile
 */
export async function lockFlag(ctx: Context, flagId: number): Promise<StoredFlag> {
  const { rows } = await sql`select 1 from feature_flags where id = ${flagId} for no key update`.execute(ctx.db)
  if (rows.length === 0) throw new NotFound('Feature Flag')
  return readFlag(ctx, flagId)
}

/** The issues that a flag is linked to. */
async function issuesOf(ctx: Context, flagId: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    issuableId: number
  }>`select issuable_id from feature_flag_issues where flag_id = ${flagId}`.execute(ctx.db)
  return rows.map(row => row.issuableId)
}

function orTaken(error: unknown): never {
  if (isTaken(error, 'feature_flags_name_key')) throw new Invalid({ name: [messages.taken] }, { cause: error })
  throw error
}

/** @throws Invalid  a strategy names a list or segment of another project */
export async function checkLists(ctx: Context, projectId: number, { strategies }: FlagDraft): Promise<void> {
  const segmentIds = [...new Set(strategies.flatMap(each => each.segmentIds))]
  if (segmentIds.length > 0) {
    const { rows } = await sql`select 1 from feature_flag_segments
      where namespace_id = ${projectId} and id = any (${segmentIds}::bigint[]) for key share`.execute(ctx.db)
    if (rows.length !== segmentIds.length) throw new Invalid({ strategies: [messages.noSegment] })
  }
  const ids = [...new Set(strategies.flatMap(({ userListId }) => userListId ?? []))]
  if (ids.length === 0) return
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from feature_flag_user_lists
    where namespace_id = ${projectId} and id = any (${ids}::bigint[])`.execute(ctx.db)
  if (rows[0]?.found !== ids.length) throw new Invalid({ strategies: [messages.noList] })
}

/** Whether two states of a flag are the same to people and clients. */
export const isSameState = (one: FlagState, other: FlagState): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))

/** The same value for the same state, whatever the ids and the order of names. */
function comparable(state: FlagState) {
  const { name, description, active, offIn, type, permanent, lifetimeDays, strategies } = state
  return [
    ...[name, description ?? '', active, offIn.toSorted(), type, permanent, lifetimeDays],
    strategies.map(each => [
      ...[each.name, Object.entries(each.parameters).toSorted(), each.scopes, each.userListId, each.segmentIds],
      each.constraints.map(({ contextName, operator, values, value, inverted, caseInsensitive }) => [
        ...[contextName, operator, values, value, inverted, caseInsensitive],
      ]),
      each.variants.map(({ name, weight, stickiness, payload }) => [
        name,
        weight,
        stickiness,
        payload?.type,
        payload?.value,
      ]),
    ]),
  ]
}

/** Store the strategies of a flag: those without an id are new, those that are left out are deleted. */
async function writeStrategies(ctx: Context, flagId: number, drafts: readonly StrategyDraft[]): Promise<void> {
  const rows = drafts.map(({ id, name, parameters, constraints, variants, userListId }, place) => ({
    ...{ place, id, name, parameters, constraints, variants },
    user_list_id: name === 'gitlabUserList' ? userListId : null,
  }))
  const kept = drafts.flatMap(({ id }) => id ?? [])
  await sql`delete from feature_flag_strategies where flag_id = ${flagId} and not id = any (${kept}::bigint[])`.execute(
    ctx.db,
  )
  if (rows.length === 0) return
  const columns = sql`place integer, id bigint, name text, parameters jsonb, constraints jsonb, variants jsonb, user_list_id bigint`
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${columns})`
  await sql`update feature_flag_strategies s set name = g.name, parameters = g.parameters, constraints = g.constraints, variants = g.variants,
    user_list_id = g.user_list_id from ${given} where s.id = g.id and s.flag_id = ${flagId}`.execute(ctx.db)
  const { rows: made } = await sql<{ id: number }>`
    insert into feature_flag_strategies (flag_id, name, parameters, constraints, variants, user_list_id)
    select ${flagId}, g.name, g.parameters, g.constraints, g.variants, g.user_list_id from ${given} where g.id is null order by g.place
    returning id`.execute(ctx.db)
  const fresh = made.map(({ id }) => id).toSorted((one, other) => one - other)
  const stored = drafts.map(({ id, ...each }) => ({ ...each, id: id ?? fresh.shift() }))
  const scopes = stored.flatMap(({ id, scopes }) =>
    scopes.map((scope, nth) => ({ strategy_id: id, environment_scope: scope, nth })),
  )
  const segments = stored.flatMap(({ id, segmentIds }) =>
    segmentIds.map(segment => ({ strategy_id: id, segment_id: segment })),
  )
  await sql`delete from feature_flag_strategy_segments l using feature_flag_strategies s where s.id = l.strategy_id and s.flag_id = ${flagId}`.execute(
    ctx.db,
  )
  await sql`insert into feature_flag_strategy_segments (strategy_id, segment_id) select strategy_id, segment_id
    from jsonb_to_recordset(${JSON.stringify(segments)}::jsonb) as w(strategy_id bigint, segment_id bigint)`.execute(
    ctx.db,
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as w(strategy_id bigint, environment_scope text, nth integer)`
  await sql`delete from feature_flag_scopes c using feature_flag_strategies s where s.id = c.strategy_id and s.flag_id = ${flagId}
    and not exists (select 1 from ${wanted} where w.strategy_id = c.strategy_id and w.environment_scope = c.environment_scope)`.execute(
    ctx.db,
  )
  await sql`insert into feature_flag_scopes (strategy_id, environment_scope) select w.strategy_id, w.environment_scope from ${wanted} order by w.nth
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Hold back a change after which the flags of a project would be too large to be kept in memory and sent to each client.
 *
 * @throws Invalid
 */
export async function refuseTooLarge(ctx: Context, projectId: number): Promise<void> {
  const { rows } = await sql<{ isTooLarge: boolean }>`
    select coalesce(sum(octet_length(s.parameters::text) + octet_length(s.constraints::text) + octet_length(s.variants::text)
        + coalesce(octet_length(u.user_xids), 0) + (select coalesce(sum(octet_length(g.constraints::text)), 0)
          from feature_flag_strategy_segments l join feature_flag_segments g on g.id = l.segment_id where l.strategy_id = s.id)), 0)
      > ${mostOfFlags} as is_too_large
    from feature_flags f join feature_flag_strategies s on s.flag_id = f.id left join feature_flag_user_lists u on u.id = s.user_list_id
    where f.namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0]?.isTooLarge) throw new Invalid(messages.tooLargeFlags)
}

/** Most entries that the history of a flag keeps. */
const mostChanges = 500

async function logChange(
  ctx: Context,
  before: StoredFlag | null,
  after: StoredFlag,
  approved: Approved | null = null,
): Promise<number> {
  const { authorId, approverId } = approved ?? { authorId: userIdOf(ctx), approverId: null }
  const { rows } = await sql<{ id: number }>`
    insert into feature_flag_changes (flag_id, author_id, approver_id, before, after, created_at)
    values (${after.id}, ${authorId}::bigint, ${approverId}::bigint, ${before === null ? null : JSON.stringify(stateOf(before))}::jsonb, ${JSON.stringify(stateOf(after))}::jsonb, ${ctx.now}::timestamptz)
    returning id`.execute(ctx.db)
  await sql`delete from feature_flag_changes where flag_id = ${after.id} and id <= (
    select id from feature_flag_changes where flag_id = ${after.id} order by id desc offset ${mostChanges} limit 1)`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? 0
}
