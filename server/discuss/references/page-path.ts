import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds, pagesPath } from '#contract/issuable-kinds.ts'

/**
 * The address of an issuable's page from the root of the site, as `pagePath` of the contract has it.
 *
 * @param issuable  the name under which `issuables` stands in the statement
 * @param namespace  the name under which the `namespaces` row of its project or group stands
 * @param series  where the statement finds only issuables of this series; else the row has `series`
 */
export function pagePathSql(issuable: string, namespace: string, series?: IssuableSeries): RawBuilder<string> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const list = (each: IssuableSeries): RawBuilder<string> => {
    const [before = '', after = ''] = pagesPath(each, ' ').split(' ')
    return sql<string>`${sql.lit(before)} || ${sql.ref(`${namespace}.full_path`)} || ${sql.lit(`${after}/`)}`
  }
  const every = [...new Set(Object.values(issuableKinds).map(kind => kind.series))]
  const lists =
    series === undefined
      ? sql`case ${i('series')} ${sql.join(
          every.map(each => sql`when ${sql.lit(each)} then ${list(each)}`),
          sql` `,
        )} end`
      : list(series)
  return sql<string>`(${lists} || ${i('iid')})`
}
