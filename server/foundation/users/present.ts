import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#server/settings.ts'

/**
 * A user's UserBasic shape as JSON made by PostgreSQL, for use inside a statement; null where the user is null.
 *
 * @param alias  the name under which `users` stands in the statement
 */
export function userBasicJson(settings: Settings, alias: string): RawBuilder<unknown> {
  const u = (column: string) => sql.ref(`${alias}.${column}`)
  const site = sql.lit(settings.externalUrl)
  return sql`case when ${u('id')} is not null then json_build_object('id', ${u('id')}, 'username', ${u('username')},
    'public_email', ${u('public_email')}, 'name', ${u('name')}, 'state', ${u('state')}, 'locked', false,
    'avatar_url', case when ${u('avatar_upload_id')} is not null
      then ${site} || '/uploads/-/system/user/avatar/' || ${u('id')} || '/' || ${u('avatar_upload_id')} end,
    'web_url', ${site} || '/' || ${u('username')}) end`
}
