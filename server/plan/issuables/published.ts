import { type RawBuilder, sql } from 'kysely'

/** SQL condition: a project has a public status page. @param project  alias of `projects` */
export const hasStatusPage = (project: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${project}.status_page_enabled`)} and ${sql.ref(`${project}.issues_access_level`)} <> 'disabled')`

/** SQL condition: an issuable is on the status page of its project, if that has one. @param issuable  alias of `issuables` */
export function isPublished(issuable: string): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  return sql<boolean>`(${i('published_at')} is not null and ${i('type')} = 'incident' and not ${i('confidential')}
    and not ${i('hidden')} and ${i('moved_to_id')} is null and ${i('promoted_to_id')} is null)`
}
