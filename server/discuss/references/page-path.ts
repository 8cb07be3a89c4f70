import { type RawBuilder, sql } from 'kysely'
import { allSeries, type IssuableSeries, pagesPath } from '#contract/issuable-kinds.ts'

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
    return sql<string>`${sql.lit(before)} || ${sql.ref(`${namespace}.full_path`)} || ${sql.lit(`${after}/`)}`
  }
  const lists =
    series === undefined
      ? sql`case ${i('series')} ${sql.join(
          allSeries.map(each => sql`when ${sql.lit(each)} then ${list(each)}`),
          sql` `,
        )} end`
      : list(series)
  return sql<string>`(${lists} || ${i('iid')})`
}
