import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'

/** The id of the issue as which `issuables i` goes on elsewhere; null where the viewer may not know of that. */
export const movedToId = (viewer: Viewer): RawBuilder<number | null> =>
  sql<number | null>`case when i.moved_to_id is not null then (select mi.id from issuables mi
    where mi.id = i.moved_to_id and ${visibleIssuables(viewer, 'mi', { series: 'issue' })}) end`

/** The issue as which a moved one goes on, as its page shows it; null where the actor may not know of that. */
export async function showMovedTo(ctx: Context, issueId: number) {
  const { rows } = await sql<{ reference: string; webPath: string }>`
    select n.full_path || ${referenceSql('t')} as reference, ${pagePathSql('t', 'n', 'issue')} as web_path
    from issuables i join issuables t on t.id = i.moved_to_id join namespaces n on n.id = t.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(ctx.actor, 't', { series: 'issue' })}`.execute(ctx.db)
  return rows[0] ?? null
}
