import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import { levelSql } from './levels.ts'

/** Somebody who may read an issuable, as a statement knows them. */
export interface SqlReader {
  /** Their access level in the namespace; an administrator's is the owner's everywhere. */
  readonly level: RawBuilder<unknown>
  /** Whether the namespace is open to them without being a member. */
  readonly isOpen: RawBuilder<boolean>
  /** In a namespace that is a group, whether they are a member below it. */
  readonly hasMembershipBelow: RawBuilder<boolean>
  /** Whether they are the issuable's author or one of its assignees. */
  readonly isParticipant: RawBuilder<boolean>
}

/** The names under which the rows stand in a statement; of a group, the project's row is all null. */
export interface IssuableAliases {
  readonly issuable: string
  readonly namespace: string
  readonly project: string
}

const everySeries = [...new Set(Object.values(issuableKinds).map(kind => kind.series))]

/** The series a statement is about; all where it does not say. */
export const seriesAmong = (series?: IssuableSeries): readonly IssuableSeries[] =>
  series === undefined ? everySeries : [series]

/** Whether the series of an issuable under an alias is one of those that satisfy a rule. */
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

/** Whether a user is the author or an assignee of an issuable under an alias. */
export function isParticipant(userId: unknown, issuable: string): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  return sql<boolean>`(${i('author_id')} = ${userId} or exists (select 1 from issuable_assignees va
    where va.issuable_id = ${i('id')} and va.user_id = ${userId}))`
}

/**
 * `issuable:read` as a condition, hidden ones aside: the list condition and the reader condition are both made of it. What
 * readers are asked is the same for all kinds of a series.
 *
 * @param series  where the statement is about one series only, which makes the condition shorter
 */
export function readsIssuableSql(
  reader: SqlReader,
  { issuable, namespace, project }: IssuableAliases,
  series?: IssuableSeries,
): RawBuilder<boolean> {
  const among = seriesAmong(series)
  const orBelow = among.some(each => issuableKinds[each].namespace === 'group')
    ? sql`or (${reader.hasMembershipBelow} and ${reader.level} <> ${levelSql('minimal')})`
    : sql``
  const participants = seriesWhere(issuable, among, each => issuableKinds[each].participantsReadConfidential)
  return sql<boolean>`(${reader.isOpen} or ${reader.level} >= ${levelSql('guest')} ${orBelow})
    and ${offered(among, sql.ref(`${issuable}.series`), reader.level, namespace, project)}
    and (not ${sql.ref(`${issuable}.confidential`)} or ${reader.level} >= ${levelSql('planner')}
      or (${participants} and ${reader.isParticipant}))`
}

/** Whether a project's row offers its code to a level; `project:read-code` for somebody who sees the project. */
export const offersCode = (namespace: string, project: string, level: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${offersFeature(sql.ref(`${project}.repository_access_level`), level)}
    and (${sql.ref(`${namespace}.visibility`)} <> 'private' or ${level} >= ${levelSql('planner')})`

const featureColumns = { issues: 'issues_access_level', mergeRequests: 'merge_requests_access_level' } as const

const offersFeature = (offered: RawBuilder<unknown>, level: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${offered} = 'enabled' or (${offered} = 'private' and ${level} >= ${levelSql('guest')}))`

function offered(
  among: readonly IssuableSeries[],
  itsSeries: RawBuilder<unknown>,
  level: RawBuilder<unknown>,
  namespace: string,
  project: string,
): RawBuilder<boolean> {
  const inSeries = (series: IssuableSeries): RawBuilder<boolean> => {
    const { feature, showsCode } = issuableKinds[series]
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
