import { type RawBuilder, sql } from 'kysely'
import { avatarSql } from '#server/foundation/users/present.ts'

/** `labels l` as payloads tell them, with its namespace as `namespaces ln`. */
export const labelJson = sql`json_build_object('id', l.id, 'title', l.title, 'color', l.color,
    'description', l.description, 'project_id', case when ln.kind = 'project' then ln.id end,
    'group_id', case when ln.kind = 'group' then ln.id end, 'type', case when ln.kind = 'project' then 'ProjectLabel' else 'GroupLabel' end,
    'template', false, 'created_at', iso(l.created_at), 'updated_at', iso(l.updated_at))`

/** `users u` as payloads tell them, as pairs for `json_build_object`. */
export const personJson = (site: RawBuilder<string>): RawBuilder<unknown> =>
  sql`'id', u.id, 'name', u.name, 'username', u.username, 'avatar_url', ${avatarSql('u', site)}, 'email', '[REDACTED]'`
