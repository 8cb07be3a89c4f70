import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { countedIssues, type TimeboxKind, type TimeboxPlace, timeboxTables } from './timebox.ts'

const i = columnsOf('issuables', 'i')

/** The people with the most time. */
const mostPeople = 100
const mostIssues = 10

/** The longest duration that has words. */
const longest = sql.lit(2_147_483_647)

/**
 * The estimates of the issues that count in a timebox, and the time spent on them: in all, by person and by issue.
 *
 * @param conditions  on `issuables i`, of the issues that count
 */
export async function showTimes(
  ctx: Context,
  place: TimeboxPlace,
  kind: TimeboxKind,
  id: number,
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<RawJson> {
  const counted = sql.join([countedIssues(ctx, place, 'i'), ...conditions], sql` and `)
  const words = (seconds: string) => sql`human_duration(least(${sql.ref(seconds)}, ${longest})::integer)`
  const { rows } = await sql<{ json: string }>`
    with issues as materialized (
      select i.id, i.title, i.iid, i.namespace_id, i.time_estimate as estimate, i.time_spent as spent from issuables i
      where i.${sql.ref(timeboxTables[kind].column)} = ${id} and (i.time_estimate > 0 or i.time_spent > 0) and ${counted}
    ), people as (
      select tl.user_id, sum(tl.seconds) as spent from issues join timelogs tl on tl.issuable_id = issues.id
      group by tl.user_id having sum(tl.seconds) > 0 order by spent desc, tl.user_id limit ${mostPeople}
    )
    select ${object({
      estimate: sql`t.estimate`,
      human_estimate: words('t.estimate'),
      spent: sql`t.spent`,
      human_spent: words('t.spent'),
      people: arrayOf(
        object({
          user: userBasicJson(ctx.services.settings, 'u'),
          spent: sql`p.spent`,
          human_spent: words('p.spent'),
        }),
        sql`from people p left join users u on u.id = p.user_id`,
        sql`p.spent desc, p.user_id`,
      ),
      issues: arrayOf(
        object({
          ...i.fields('id', 'title'),
          reference: sql`case when i.namespace_id = ${place.id} then '' else n.full_path end || '#' || i.iid`,
          path: pagePathSql('i', 'n', 'issue'),
          estimate: sql`i.estimate`,
          human_estimate: words('i.estimate'),
          spent: sql`i.spent`,
          human_spent: words('i.spent'),
        }),
        sql`from (select * from issues order by spent desc, estimate desc, id limit ${mostIssues}) i join namespaces n on n.id = i.namespace_id`,
        sql`i.spent desc, i.estimate desc, i.id`,
      ),
      issues_count: sql`t.count`,
    })}::text as json
    from (select coalesce(sum(estimate), 0) as estimate, coalesce(sum(spent), 0) as spent, count(*) as count from issues) t`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? 'null')
}
