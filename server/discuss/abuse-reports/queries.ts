import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const r = columnsOf('abuseReports', 'r')

interface Wish {
  readonly state: 'open' | 'closed'
  readonly perPage: number
  readonly offset: number
}

/**
 * One page of reports with the counts of both tabs, in one statement. Open reports are sorted by their last change,
 * closed ones by when they were closed, newest first.
 */
export async function listReports(ctx: Context, { state, perPage, offset }: Wish): Promise<RawJson> {
  const { settings } = ctx.services
  const order = state === 'open' ? sql`updated_at desc, id desc` : sql`closed_at desc, id desc`
  const selfId = userIdOrZero(ctx)
  const { rows } = await sql<{ json: string }>`
    with page as materialized (select r.*, row_number() over (order by ${order}) as place from abuse_reports r where state = ${state}
      order by ${order} limit ${perPage + 1} offset ${offset})
    select ${object({
      reports: sql`coalesce((select json_agg(${object({
        ...r.fields('id', 'kind', 'category', 'message', 'title', 'reference', 'excerpt', 'path'),
        is_gone: sql`case r.kind when 'note' then not exists (select 1 from notes t where t.id = r.thing_id)
            when 'profile' then false else not exists (select 1 from issuables t where t.id = r.thing_id) end`,
        ...r.fields('state'),
        ...r.moments('createdAt', 'updatedAt', 'closedAt'),
        closed_by: userBasicJson(settings, 'closer'),
        reporter: userBasicJson(settings, 'reporter'),
        user: userBasicJson(settings, 'u'),
        open_reports: sql`(select count(*) from abuse_reports o where o.user_id = r.user_id and o.state = 'open')`,
        can_block: sql`u.state in ('active', 'deactivated') and not u.is_bot and u.id <> ${selfId}`,
      })} order by r.place)
        from page r join users u on u.id = r.user_id left join users reporter on reporter.id = r.reporter_id
          left join users closer on closer.id = r.closed_by_id
        where r.place <= ${offset + perPage}), '[]')`,
      counts: sql`(select ${object({ open: sql`count(*) filter (where state = 'open')`, closed: sql`count(*) filter (where state = 'closed')` })}
        from abuse_reports)`,
      has_next: sql`(select count(*) from page) > ${perPage}`,
    })}::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}
