import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, type Fields, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const n = columnsOf('notes', 'n')
const l = columnsOf('labels', 'l')

// The events are read from the system notes about the same changes. A note may be about several labels: its number and
// the place within it make the event's own number, which stays the same for good.
const eventsANote = 1024

/** A kind of change, and how its events are read. */
export interface ResourceKind {
  readonly actions: readonly string[]
  /** The SQL after `from notes n`: one row for each event, with `place`. */
  readonly rows: RawBuilder<unknown>
  /** Fields besides the common ones. */
  readonly fields: (ctx: Context) => Fields
}

const resource = { resource_type: noteableTypeSql('i'), resource_id: n('issuableId') }

const milestone = ({
  services: { settings },
  now,
}: Context) => sql`(select json_build_object('id', m.id, 'iid', m.iid, 'title', m.title,
  'description', m.description, 'state', m.state,
  case when mn.kind = 'group' then 'group_id' else 'project_id' end, m.namespace_id, 'created_at', iso(m.created_at), 'updated_at', iso(m.updated_at),
  'due_date', m.due_date, 'start_date', m.start_date,
  'expired', coalesce(m.state = 'active' and m.due_date < ${now.slice(0, 10)}::date, false),
  'web_url', ${sql.lit(settings.externalUrl)} || case when mn.kind = 'group' then '/groups/' else '/' end || mn.full_path || '/-/milestones/' || m.iid)
  from milestones m join namespaces mn on mn.id = m.namespace_id where m.id = e.id)`

// A description is one plain text: only its special characters are written for HTML.
const descriptionHtml = sql`replace(replace(replace(replace(l.description, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`

/** One value replaced by another: one row for the old value and one for the new. */
const movedRows = sql`cross join lateral (select row_number() over () - 1 as place, c.* from (
  select 'remove' as action, (n.system_details->>'from')::bigint as id where n.system_details->>'from' is not null and n.system_details->>'to' is null
  union all select 'add', (n.system_details->>'to')::bigint where n.system_details->>'to' is not null) c) e`

export const resourceKinds = {
  label: {
    actions: ['label'],
    rows: sql`cross join lateral (select row_number() over () - 1 as place, c.* from (
      select 'add' as action, a.id::bigint from jsonb_array_elements_text(n.system_details->'added') a(id)
      union all select 'remove', r.id::bigint from jsonb_array_elements_text(n.system_details->'removed') r(id)) c) e`,
    fields: () => ({
      ...resource,
      label: sql`(select ${object({
        ...l.fields('id'),
        name: l('title'),
        description: sql`nullif(l.description, '')`,
        description_html: descriptionHtml,
        ...l.fields('textColor', 'color', 'archived'),
      })} from labels l where l.id = e.id)`,
      action: sql`e.action`,
    }),
  },
  milestone: {
    actions: ['milestone'],
    rows: movedRows,
    fields: ctx => ({ ...resource, milestone: milestone(ctx), action: sql`e.action`, state: sql`i.state` }),
  },
  state: {
    actions: ['closed', 'opened'],
    rows: sql`cross join (select 0 as place) e`,
    fields: () => ({
      ...resource,
      source_commit: sql.lit(null),
      source_merge_request_id: sql.lit(null),
      state: sql`case n.system_action when 'closed' then 'closed' else 'reopened' end`,
    }),
  },
  weight: {
    actions: ['weight'],
    rows: sql`cross join (select 0 as place) e`,
    fields: () => ({ issue_id: n('issuableId'), weight: sql`(n.system_details->>'weight')::integer` }),
  },
} satisfies Readonly<Record<string, ResourceKind>>

/**
 * The changes of the iteration, which a floor above knows.
 *
 * @param json  an iteration, by SQL for its id
 */
export const iterationEvents = (
  json: (ctx: Context, id: RawBuilder<unknown>) => RawBuilder<unknown>,
): ResourceKind => ({
  actions: ['iteration'],
  rows: movedRows,
  fields: ctx => ({ ...resource, iteration: json(ctx, sql.ref('e.id')), action: sql`e.action` }),
})

const number = sql`(n.id * ${sql.lit(eventsANote)} + e.place)`

function events(issuableId: number, { actions, rows }: ResourceKind): RawBuilder<unknown> {
  return sql`from notes n join issuables i on i.id = n.issuable_id join users u on u.id = n.author_id ${rows}
    where n.issuable_id = ${issuableId} and n.system and n.system_action = any (${[...actions]}::text[])`
}

const json = (ctx: Context, { fields }: ResourceKind): RawBuilder<unknown> =>
  object({
    id: number,
    user: userBasicJson(ctx.services.settings, 'u'),
    ...n.moments('createdAt'),
    ...fields(ctx),
  })

/** One page of the changes of a kind, oldest first. */
export async function listResourceEvents(
  ctx: Context,
  issuableId: number,
  kind: ResourceKind,
  page: { readonly perPage: number; readonly offset: number },
) {
  const { rows } = await sql<{ json: string; total: number }>`
    select coalesce((select json_agg(s.json order by s.id) from (select ${number} as id, ${json(ctx, kind)} as json ${events(issuableId, kind)}
        order by 1 limit ${page.perPage} offset ${page.offset}) s), '[]')::text as json,
      (select count(*) ${events(issuableId, kind)}) as total`.execute(ctx.db)
  return { items: new RawJson(rows[0]?.json ?? '[]'), total: rows[0]?.total ?? 0 }
}

/** One change. @throws NotFound */
export async function showResourceEvent(
  ctx: Context,
  issuableId: number,
  kind: ResourceKind,
  eventId: number,
): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${json(ctx, kind)}::text as json ${events(issuableId, kind)} and n.id = ${Math.floor(eventId / eventsANote)}
      and e.place = ${eventId % eventsANote}`.execute(ctx.db)
  const found = rows[0]?.json
  if (found === undefined) throw new NotFound('Event')
  return new RawJson(found)
}
