import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'

/** The id of the issue as which `issuables i` goes on elsewhere; null where the viewer may not know of that. */
export const movedToId = (viewer: Actor): RawBuilder<number | null> =>
  sql<number | null>`case when i.moved_to_id is not null then (select mi.id from issuables mi
    where mi.id = i.moved_to_id and ${visibleIssuables(viewer, 'mi', { series: 'issue' })}) end`

/** The issue or epic that replaces an issue, for its page; null where the actor may not know of it. */
export async function showNext(ctx: Context, issueId: number, series: 'issue' | 'epic') {
  const next = sql.ref(series === 'epic' ? 'i.promoted_to_id' : 'i.moved_to_id')
  const { rows } = await sql<{ reference: string; webPath: string }>`
    select n.full_path || ${referenceSql('t')} as reference, ${pagePathSql('t', 'n', series)} as web_path
    from issuables i join issuables t on t.id = ${next} join namespaces n on n.id = t.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(ctx.actor, 't', { series })}`.execute(ctx.db)
  return rows[0] ?? null
}
