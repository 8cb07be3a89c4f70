import { type RawBuilder, sql } from 'kysely'
import { shownKinds } from '#contract/issuable-feeds.ts'
import type { Context } from '#server/context.ts'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { noteJoins, noteJson } from '#server/discuss/notes/present.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object, objectb, objectWhere } from '#server/platform/sql/shape.ts'
import { shownEvents } from './kinds.ts'

const e = columnsOf('events', 'e')
const a = columnsOf('users', 'a')
const p = columnsOf('namespaces', 'p')
const i = columnsOf('issuables', 'i')
const t = columnsOf('notes', 't')

/** The issuable that the payload of `events e` names. */
export const eventIssuableId = sql`coalesce(e.payload->>'issueId', e.payload->>'issuableId')::bigint`

/** The joins that the shapes below need beside `e`, a row of `page`. */
export const eventJoins: RawBuilder<unknown> = sql`join namespaces p on p.id = e.namespace_id
  join users a on a.id = e.author_id
  left join issuables i on i.id = ${eventIssuableId}
  left join notes t on t.id = (e.payload->>'noteId')::bigint
  left join milestones m on m.id = (e.payload->>'milestoneId')::bigint`

const action = sql`case e.name ${sql.join(
  Object.entries(shownEvents).map(([name, shown]) => sql`when ${sql.lit(name)} then ${sql.lit(shown.action)}`),
  sql` `,
)} end`

/** The API has the same word for an item that was opened again. */
const actionName = sql`case when e.name in ('issue.created', 'issue.reopened', 'merge_request.created', 'merge_request.reopened', 'epic.created', 'epic.reopened', 'milestone.created', 'milestone.activated') then 'opened'
  when e.name = 'note.created' then 'commented on'
  when e.name = 'merge_request.merged' then 'accepted'
  when e.name = 'ref.pushed' then case e.payload->>'action' when 'created' then 'pushed new' when 'removed' then 'deleted' else 'pushed to' end
  else ${action} end`

const pushJson = objectb({
  commit_count: sql`e.payload->'commitCount'`,
  action: sql`e.payload->'action'`,
  ref_type: sql`e.payload->'refType'`,
  commit_from: sql`e.payload->'commitFrom'`,
  commit_to: sql`e.payload->'commitTo'`,
  ref: sql`e.payload->'ref'`,
  commit_title: sql`e.payload->'commitTitle'`,
  ref_count: sql`e.payload->'refCount'`,
})

/** The Event shape of the API as JSON made by PostgreSQL. */
export function eventJson({ services: { settings } }: Context): RawBuilder<unknown> {
  const isNote = sql`e.name = 'note.created'`
  const isMilestone = sql`e.name like 'milestone.%'`
  return sql`${objectb({
    ...e.fields('id'),
    project_id: sql`case when p.kind = 'project' then p.id end`,
    action_name: actionName,
    target_id: sql`case when ${isNote} then t.id when ${isMilestone} then (e.payload->>'milestoneId')::bigint else i.id end`,
    target_iid: sql`case when ${isNote} then t.id else coalesce(i.iid, m.iid) end`,
    target_type: sql`case when ${isNote} then coalesce(t.type, 'Note') when ${isMilestone} then 'Milestone' when i.id is not null then ${noteableTypeSql('i')} end`,
    author_id: a('id'),
    target_title: sql`coalesce(i.title, m.title, e.payload->>'title')`,
    created_at: sql`iso(e.created_at)`,
    author: userBasicJson(settings, 'a'),
    author_username: a('username'),
    imported: sql.lit(false),
    imported_from: sql.lit('none'),
  })}
    || case when ${isNote} then ${objectb({ note: sql`(select ${noteJson(settings)} from notes n ${noteJoins} where n.id = t.id)` })}
      when e.name = 'ref.pushed' then ${objectb({ push_data: pushJson })} else '{}' end`
}

const excerptCharacters = 200

const shownAs = sql.join(
  shownKinds.map(([type, shown]) => sql`when i.type = ${sql.lit(type)} then ${sql.lit(shown)}`),
  sql` `,
)

/** The Activity shape of the pages as JSON made by PostgreSQL. */
export function activityJson({ services: { settings } }: Context, base: string): RawBuilder<unknown> {
  const root = sql`${base}::text || '/'`
  const milestones = sql`case when p.kind = 'group' then 'groups/' else '' end || p.full_path || '/-/milestones/'`
  return object({
    ...e.fields('id'),
    action,
    created_at: sql`iso(e.created_at)`,
    author: userBasicJson(settings, 'a'),
    place: object({ ...p.fields('id', 'kind', 'fullName', 'fullPath') }),
    target: sql`case
      when i.id is not null then ${object({
        type: sql`case ${shownAs} else 'issue' end`,
        reference: referenceSql('i'),
        ...i.fields('title', 'confidential'),
        path: sql`${base}::text || ${pagePathSql('i', 'p')} || case when t.id is not null then '#note_' || t.id else '' end`,
      })}
      when e.name like 'milestone.%' then ${object({
        type: sql.lit('milestone'),
        reference: sql.lit(null),
        title: sql`coalesce(m.title, e.payload->>'title')`,
        confidential: sql.lit(false),
        path: sql`${root} || ${milestones} || m.iid`,
      })} end`,
    comment: objectWhere(t('id'), { excerpt: sql`left(t.body, ${excerptCharacters})`, ...t.fields('internal') }),
    push: sql`case when e.name = 'ref.pushed' then ${pushJson} end`,
  })
}
