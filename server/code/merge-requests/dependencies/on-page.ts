import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'

/** What blocks a merge request, for its page, over `issuables i`. Those that the actor cannot see are counted. */
export function blockingOnPage(actor: Actor): RawBuilder<unknown> {
  return sql`(select json_build_object(
      'visible', coalesce(json_agg(json_build_object('id', b.id, 'block_id', bl.id, 'reference',
        case when b.namespace_id = i.namespace_id then '' else bn.full_path end || '!' || b.iid, 'title', b.title, 'state', b.state,
        'path', ${pagePathSql('b', 'bn', 'merge_request')}) order by b.state = 'merged', bl.id) filter (where b.seen), '[]'),
      'hidden_count', count(*) filter (where not b.seen))
    from merge_request_blocks bl
      join lateral (select b.*, ${visibleIssuables(actor, 'b', { series: 'merge_request' })} as seen from issuables b where b.id = bl.blocking_id) b on true
      join namespaces bn on bn.id = b.namespace_id where bl.blocked_id = i.id)`
}
