import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { countedIssues, type TimeboxKind, type TimeboxPlace, timeboxTables } from './timebox.ts'

/** People, and labels, with the most issues. */
const most = 20

/**
 * The shares of people and labels in the issues that count in a timebox.
 *
 * @param conditions  on `issuables i`, of the issues that count
 */
export async function showShares(
  ctx: Context,
  place: TimeboxPlace,
  kind: TimeboxKind,
  id: number,
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<RawJson> {
  const counted = sql.join([countedIssues(ctx, place, 'i'), ...conditions], sql` and `)
  const sums = sql`count(*) as count, count(*) filter (where i.state = 'opened') as open, coalesce(sum(i.weight), 0) as weight`
  const pairs = (of: string) => ({
    open_issues_count: sql.ref(`${of}.open`),
    closed_issues_count: sql`${sql.ref(`${of}.count`)} - ${sql.ref(`${of}.open`)}`,
    weight: sql.ref(`${of}.weight`),
  })
  const { rows } = await sql<{ json: string }>`
    with issues as materialized (
      select i.id, i.state, i.weight from issuables i where i.${sql.ref(timeboxTables[kind].column)} = ${id} and i.series = 'issue' and ${counted}
    ), people as (
      select a.user_id, ${sums} from issues i left join issuable_assignees a on a.issuable_id = i.id
      group by a.user_id order by 2 desc, 1 limit ${sql.lit(most)}
    ), labeled as (
      select b.label_id, ${sums} from issues i join issuable_labels b on b.issuable_id = i.id
      group by b.label_id order by 2 desc, 1 limit ${sql.lit(most)}
    )
    select ${object({ people: arrayOf(object({ user: sql`case when u.id is not null then ${userBasicJson(ctx.services.settings, 'u')} end`, ...pairs('p') }), sql`from people p left join users u on u.id = p.user_id`, sql`u.id is null, p.count desc, p.user_id`), labels: arrayOf(object({ label: labelBasicJson('l'), ...pairs('b') }), sql`from labeled b join labels l on l.id = b.label_id`, sql`b.count desc, b.label_id`) })}::text as json`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? 'null')
}
