import { type RawBuilder, sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { arrayOf, columnsOf, moment, object, objectWhere } from '#server/platform/sql/shape.ts'
import type { FlagState, StrategyState } from './flag.ts'

/** A strategy as it is stored. */
export interface StoredStrategy extends Omit<StrategyState, 'scopes'> {
  readonly id: number
  readonly scopes: readonly { readonly id: number; readonly environmentScope: string }[]
  readonly userList: {
    readonly id: number
    readonly iid: number
    readonly name: string
    readonly userXids: string
  } | null
  readonly segments: readonly {
    readonly id: number
    readonly iid: number
    readonly name: string
    readonly constraints: StrategyState['constraints']
  }[]
}

export interface StoredFlag extends Omit<FlagState, 'strategies'> {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly strategies: readonly StoredStrategy[]
}

/** A flag with the address of its project. */
export interface FlagRow {
  readonly id: number
  readonly namespaceId: number
  readonly fullPath: string
  readonly flag: StoredFlag
}

const f = columnsOf('featureFlags', 'f')
const s = columnsOf('featureFlagStrategies', 's')
const c = columnsOf('featureFlagScopes', 'c')
const g = columnsOf('featureFlagSegments', 'g')
const u = columnsOf('featureFlagUserLists', 'u')

/** The strategies of `feature_flags f`. */
const strategiesSql = arrayOf(
  object({
    id: s('id'),
    name: s('name'),
    parameters: s('parameters'),
    constraints: s('constraints'),
    variants: s('variants'),
    userListId: s('userListId'),
    userList: objectWhere(u('id'), { id: u('id'), iid: u('iid'), name: u('name'), userXids: u('userXids') }),
    segmentIds: sql`(select coalesce(json_agg(l.segment_id order by l.segment_id), '[]') from feature_flag_strategy_segments l where l.strategy_id = s.id)`,
    segments: arrayOf(
      object({ id: g('id'), iid: g('iid'), name: g('name'), constraints: g('constraints') }),
      sql`from feature_flag_strategy_segments l join feature_flag_segments g on g.id = l.segment_id where l.strategy_id = s.id`,
      sql`g.id`,
    ),
    scopes: arrayOf(
      object({ id: c('id'), environmentScope: c('environmentScope') }),
      sql`from feature_flag_scopes c where c.strategy_id = s.id`,
      sql`c.id`,
    ),
  }),
  sql`from feature_flag_strategies s left join feature_flag_user_lists u on u.id = s.user_list_id where s.flag_id = f.id`,
  sql`s.id`,
)

/** A `StoredFlag` as JSON, over `feature_flags f`. */
export const flagSql = object({
  id: f('id'),
  iid: f('iid'),
  namespaceId: f('namespaceId'),
  name: f('name'),
  description: f('description'),
  active: f('active'),
  offIn: f('offIn'),
  type: f('type'),
  permanent: f('permanent'),
  lifetimeDays: f('lifetimeDays'),
  createdAt: moment(f('createdAt')),
  updatedAt: moment(f('updatedAt')),
  strategies: strategiesSql,
})

async function find(ctx: Context, place: number | string, condition: RawBuilder<boolean>) {
  const { rows } = await sql<FlagRow & { readonly facts: NamespaceFacts }>`
    select f.id, f.namespace_id, n.full_path, ${flagSql} as flag, ${projectFacts(ctx.actor, 'n')} as facts
    from namespaces n join feature_flags f on f.namespace_id = n.id
    where ${namespaceIs(place)} and ${condition}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) {
    await refuseMoved(ctx, place, 'project')
    return null
  }
  const { facts, ...row } = found
  return { row: row as FlagRow, facts }
}

/** A flag of a project by its name. */
export const flagByName = finder(
  'project',
  null,
  (ctx: Context, { id, featureFlagName }: { readonly id: number | string; readonly featureFlagName: string }) =>
    find(ctx, id, sql`f.name = ${featureFlagName}`),
)

/** A flag of a project by its number, as in the address of its page. */
export const flagByIid = finder(
  'project',
  null,
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    find(ctx, namespace, sql`f.iid = ${iid}::bigint`),
)

/** The state of a flag, as its history keeps it. */
export function stateOf(flag: StoredFlag): FlagState {
  const { name, description, active, offIn, type, permanent, lifetimeDays, strategies } = flag
  return {
    ...{ name, description, active, offIn, type, permanent, lifetimeDays },
    strategies: strategies.map(({ id: _, userList: _list, segments: _segments, scopes, ...strategy }) => ({
      ...strategy,
      scopes: scopes.map(({ environmentScope }) => environmentScope),
    })),
  }
}

/** A flag that was just written. */
export async function readFlag(ctx: Context, flagId: number): Promise<StoredFlag> {
  const { rows } = await sql<{
    flag: StoredFlag
  }>`select ${flagSql} as flag from feature_flags f where f.id = ${flagId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('a flag without a row')
  return row.flag
}
