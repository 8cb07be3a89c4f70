import { type RawBuilder, sql } from 'kysely'
import { isNumberedBySha } from '#contract/issuable-feeds.ts'
import { allSeries, type IssuableSeries, issuableKinds, pagesPath, shaPrefixLength } from '#contract/issuable-kinds.ts'

/**
 * The path of an issuable's page as SQL; the same as `pagePath` in the contract.
 *
 * @param issuable  alias of `issuables`
 * @param namespace  alias of the `namespaces` row of its project or group
 * @param series  given when the statement finds only this series; otherwise the row needs `series`
 */
export function pagePathSql(issuable: string, namespace: string, series?: IssuableSeries): RawBuilder<string> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const list = (each: IssuableSeries): RawBuilder<string> => {
    const [before = '', after = ''] = pagesPath(each, ' ').split(' ')
    const list = sql<string>`${sql.lit(before)} || ${sql.ref(`${namespace}.full_path`)} || ${sql.lit(`${after}/`)}`
    return isNumberedBySha(each) ? sql<string>`${list} || ${shaPrefix(i('iid'))}` : sql<string>`${list} || ${i('iid')}`
  }
  const lists =
    series === undefined
      ? sql`case ${i('series')} ${sql.join(
          allSeries.map(each => sql`when ${sql.lit(each)} then ${list(each)}`),
          sql` `,
        )} end`
      : list(series)
  return sql<string>`(${lists})`
}

const shaPrefix = (iid: RawBuilder<unknown>) => sql`lpad(to_hex(${iid}), ${sql.lit(shaPrefixLength)}, '0')`

const shaSeries = sql.join(allSeries.filter(isNumberedBySha).map(series => sql.lit(series)))

/** Whether the number of an issuable is the beginning of a SHA, as SQL. @param issuable  alias of `issuables` */
export const isOfShaSeries = (issuable: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${issuable}.series`)} in (${shaSeries})`

/** The reference to an issuable within its project or group as SQL; the same as `referenceOf` in the contract. */
export function referenceSql(issuable: string): RawBuilder<string> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const signs = allSeries.map(each => sql`when ${sql.lit(each)} then ${sql.lit(issuableKinds[each].sign)}`)
  return sql<string>`(case ${i('series')} ${sql.join(signs, sql` `)} end
    || case when ${isOfShaSeries(issuable)} then left(${shaPrefix(i('iid'))}, 8) else ${i('iid')}::text end)`
}
