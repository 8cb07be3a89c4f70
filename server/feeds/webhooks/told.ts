import { type RawBuilder, sql } from 'kysely'
import { avatarSql } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const l = columnsOf('labels', 'l')
const u = columnsOf('users', 'u')

/** `labels l` as payloads tell them, with its namespace as `namespaces ln`. */
export const labelJson = object({
  ...l.fields('id', 'title', 'color', 'description'),
  project_id: sql`case when ln.kind = 'project' then ln.id end`,
  group_id: sql`case when ln.kind = 'group' then ln.id end`,
  type: sql`case when ln.kind = 'project' then 'ProjectLabel' else 'GroupLabel' end`,
  template: sql.lit(false),
  ...l.moments('createdAt', 'updatedAt'),
})

/** `users u` as payloads tell them, as members of a JSON object. */
export const personFields = (site: RawBuilder<string>) => ({
  ...u.fields('id', 'name', 'username'),
  avatar_url: avatarSql('u', site),
  email: sql.lit('[REDACTED]'),
})
