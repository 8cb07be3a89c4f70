import { type RawBuilder, sql } from 'kysely'
import { object } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'

/** The address of the avatar of a namespace as text made by PostgreSQL, null when it has none. */
export function namespaceAvatar(settings: Settings, alias: string): RawBuilder<string | null> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  const site = sql.lit(`${settings.externalUrl}/uploads/-/system/`)
  return sql<string | null>`case
    when ${n('kind')} = 'user' then (select ${site} || 'user/avatar/' || nu.id || '/' || nu.avatar_upload_id from users nu where nu.id = ${n('owner_id')})
    when ${n('avatar_upload_id')} is not null then ${site} || ${n('kind')} || '/avatar/' || ${n('id')} || '/' || ${n('avatar_upload_id')} end`
}

/** The address of the page of a namespace, as text made by PostgreSQL. */
export function namespaceWebUrl(settings: Settings, alias: string): RawBuilder<string> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string>`${sql.lit(`${settings.externalUrl}/`)} || case when ${n('kind')} = 'group' then 'groups/' else '' end || ${n('full_path')}`
}

/** NamespaceBasic as JSON made by PostgreSQL. */
export function namespaceBasicJson(settings: Settings, alias: string): RawBuilder<unknown> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return object({
    id: n('id'),
    name: n('name'),
    path: n('path'),
    kind: n('kind'),
    full_path: n('full_path'),
    parent_id: n('parent_id'),
    avatar_url: namespaceAvatar(settings, alias),
    web_url: namespaceWebUrl(settings, alias),
  })
}

/** PublicGroupDetails, from the row of `namespaces` under `n`. */
export function publicGroupJson(settings: Settings): RawBuilder<unknown> {
  return object({
    id: sql`n.id`,
    web_url: namespaceWebUrl(settings, 'n'),
    name: sql`n.name`,
    avatar_url: namespaceAvatar(settings, 'n'),
    full_name: sql`n.full_name`,
    full_path: sql`n.full_path`,
  })
}
