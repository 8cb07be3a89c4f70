import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { accessLevel } from './access-level.ts'
import { levelSql } from './levels.ts'
import { hasMembershipBelow } from './namespace-facts.ts'
import { isParticipant, offersCode, offersFeature, readsIssuableSql, readsSeriesSql } from './reads-issuable.ts'

interface ReaderOptions {
  /** SQL condition: the content is limited to planners and above. */
  readonly internal?: RawBuilder<boolean>
  /** The only series that the statement reads: the condition is much cheaper then. */
  readonly series?: IssuableSeries
}

/**
 * SQL condition for the users who may read an issuable: the same rule as `issuable:read`, for recipients of notifications and
 * to-dos in one statement.
 *
 * @param user  alias of `users`
 * @param issuable  alias of `issuables`
 * @param namespace  alias of its `namespaces` row
 */
export function mayReadIssuable(
  user: string,
  issuable: string,
  namespace: string,
  { internal = sql.lit(false), series }: ReaderOptions = {},
): RawBuilder<boolean> {
  const u = (column: string) => sql.ref(`${user}.${column}`)
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const n = (column: string) => sql.ref(`${namespace}.${column}`)
  const level = sql`case when ${u('is_admin')} then ${levelSql('owner')} else r.level end`
  const reader = {
    level,
    isOpen: sql<boolean>`(${n('visibility')} = 'public' or (${n('visibility')} = 'internal' and not ${u('is_external')}))`,
    hasMembershipBelow: hasMembershipBelow(u('id'), namespace),
    isParticipant: isParticipant(u('id'), issuable),
  }
  return sql<boolean>`exists (
    select 1 from (${accessLevel(u('id'), n('ancestor_ids'))}) r left join projects rp on rp.id = ${n('id')}
    where ${readsIssuableSql(reader, { issuable, namespace, project: 'rp' }, series)}
      and (not ${i('hidden')} or ${u('is_admin')}) and (not ${internal} or ${level} >= ${levelSql('planner')}))`
}

/**
 * SQL condition for the users who may open a release of a project: the same rule as `project:open-release`.
 *
 * @param user  alias of `users`
 * @param namespace  alias of the project's row of `namespaces`
 * @param project  alias of its row of `projects`
 */
export function mayOpenReleases(user: string, namespace: string, project: string): RawBuilder<boolean> {
  const u = (column: string) => sql.ref(`${user}.${column}`)
  const visibility = sql.ref(`${namespace}.visibility`)
  const level = sql`case when ${u('is_admin')} then ${levelSql('owner')} else r.level end`
  return sql<boolean>`exists (
    select 1 from (${accessLevel(u('id'), sql.ref(`${namespace}.ancestor_ids`))}) r
    where (${level} >= ${levelSql('guest')} or ${visibility} = 'public' or (${visibility} = 'internal' and not ${u('is_external')}))
      and ${offersFeature(sql.ref(`${project}.releases_access_level`), level)} and ${offersCode(namespace, project, level)})`
}

/** A project or group, and the series of issuables there. */
interface SeriesPlace {
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
  readonly series: IssuableSeries
}

/** The part of `issuable:read` that all issuables of a series in a project or group share, as a condition on `users u`. */
export function mayReadSeries({ namespaceId, ancestorIds, series }: SeriesPlace): RawBuilder<unknown> {
  const reader = {
    level: sql`access_level_of(u.id, ${[...ancestorIds]}::bigint[])`,
    isOpen: sql<boolean>`(rn.visibility = 'public' or (rn.visibility = 'internal' and not u.is_external))`,
    hasMembershipBelow: sql<boolean>`false`,
  }
  return sql`(u.is_admin or exists (select 1 from namespaces rn left join projects rp on rp.id = rn.id where rn.id = ${namespaceId}
    and ${readsSeriesSql(reader, [series], sql.lit(series), { namespace: 'rn', project: 'rp' })}))`
}
