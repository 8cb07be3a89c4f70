import { type RawBuilder, sql } from 'kysely'
import { allSeries, type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import { rulesOf } from './issuable-rules.ts'
import { isOnlyMinimalSql, levelSql } from './levels.ts'

/** The reader of an issuable, as SQL expressions. */
interface SqlReader {
  /** Their access level in the namespace; for administrators that of an owner. */
  readonly level: RawBuilder<unknown>
  /** Whether they can see the namespace without being a member. */
  readonly isOpen: RawBuilder<boolean>
  /** Whether they are a member of a group or project below it, for a group. */
  readonly hasMembershipBelow: RawBuilder<boolean>
  /** Whether they are the issuable's author or one of its assignees. */
  readonly isParticipant: RawBuilder<boolean>
}

/** Aliases of the rows in a statement; for a group, the project's row is all null. */
interface IssuableAliases {
  readonly issuable: string
  readonly namespace: string
  readonly project: string
}

/** The series that a statement reads; all when it does not say. */
export const seriesAmong = (series?: IssuableSeries): readonly IssuableSeries[] =>
  series === undefined ? allSeries : [series]

/** SQL condition: the series of an issuable satisfies a rule. @param issuable  alias of `issuables` */
export function seriesWhere(
  issuable: string,
  among: readonly IssuableSeries[],
  rule: (series: IssuableSeries) => boolean,
): RawBuilder<boolean> {
  const those = among.filter(rule)
  if (those.length === among.length) return sql<boolean>`true`
  if (those.length === 0) return sql<boolean>`false`
  return sql<boolean>`${sql.ref(`${issuable}.series`)} in (${sql.join(those.map(series => sql.lit(series)))})`
}

/** SQL condition: a user is the author or an assignee. @param issuable  alias of `issuables` */
export function isParticipant(userId: unknown, issuable: string): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  return sql<boolean>`(${i('author_id')} = ${userId} or exists (select 1 from issuable_assignees va
    where va.issuable_id = ${i('id')} and va.user_id = ${userId}))`
}

/**
 * `issuable:read` as an SQL condition, without the rule about hidden issuables. The condition for lists (`visible.ts`) and that for
 * readers (`readers.ts`) are made from it.
 *
 * @param series  given when the statement reads only one series: the condition is shorter then
 */
export function readsIssuableSql(
  reader: SqlReader,
  { issuable, namespace, project }: IssuableAliases,
  series?: IssuableSeries,
): RawBuilder<boolean> {
  const among = seriesAmong(series)
  return sql<boolean>`${readsSeriesSql(reader, among, sql.ref(`${issuable}.series`), { namespace, project })}
    and ${readsConfidentialSql(issuable, among, sql<boolean>`${reader.level} >= ${levelSql('planner')}`, reader.isParticipant)}`
}

/** The part of `issuable:read` that is the same for all issuables of a series in a namespace. */
export function readsSeriesSql(
  reader: Omit<SqlReader, 'isParticipant'>,
  among: readonly IssuableSeries[],
  itsSeries: RawBuilder<unknown>,
  { namespace, project }: Omit<IssuableAliases, 'issuable'>,
): RawBuilder<boolean> {
  const orBelow = among.some(each => issuableKinds[each].namespace === 'group')
    ? sql`or (${reader.hasMembershipBelow} and not ${isOnlyMinimalSql(reader.level)})`
    : sql``
  return sql<boolean>`(${reader.isOpen} or ${reader.level} >= ${levelSql('guest')} ${orBelow})
    and ${offered(among, itsSeries, reader.level, namespace, project)}`
}

/** The part of `issuable:read` about confidential issuables. */
export function readsConfidentialSql(
  issuable: string,
  among: readonly IssuableSeries[],
  isPlanner: RawBuilder<boolean>,
  isParticipant: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const participants = seriesWhere(issuable, among, each => rulesOf(each).participantsReadConfidential)
  return sql<boolean>`(not ${sql.ref(`${issuable}.confidential`)} or ${isPlanner}
      or (${participants} and ${isParticipant}))`
}

/** SQL condition: a level may read the project's code; `project:read-code` for a reader who can see the project. */
export const offersCode = (namespace: string, project: string, level: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${offersFeature(sql.ref(`${project}.repository_access_level`), level)}
    and (${sql.ref(`${namespace}.visibility`)} <> 'private' or ${level} >= ${levelSql('planner')})`

const featureColumns = { issues: 'issues_access_level', mergeRequests: 'merge_requests_access_level' } as const

/** SQL condition for a feature with a level of access that an actor can use; the same rule as `offers`. */
export const offersFeature = (offered: RawBuilder<unknown>, level: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${offered} = 'enabled' or (${offered} = 'private' and ${level} >= ${levelSql('guest')}))`

function offered(
  among: readonly IssuableSeries[],
  itsSeries: RawBuilder<unknown>,
  level: RawBuilder<unknown>,
  namespace: string,
  project: string,
): RawBuilder<boolean> {
  const inSeries = (series: IssuableSeries): RawBuilder<boolean> => {
    const { feature, showsCode, readBy } = rulesOf(series)
    if (readBy !== undefined) return sql<boolean>`${level} >= ${levelSql(readBy)}`
    const isOn =
      feature === null ? sql<boolean>`true` : offersFeature(sql.ref(`${project}.${featureColumns[feature]}`), level)
    return showsCode ? sql<boolean>`(${isOn} and ${offersCode(namespace, project, level)})` : isOn
  }
  const [only, ...others] = among
  if (only !== undefined && others.length === 0) return inSeries(only)
  return sql<boolean>`case ${itsSeries} ${sql.join(
    among.map(series => sql`when ${sql.lit(series)} then ${inSeries(series)}`),
    sql` `,
  )} end`
}
