import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const b = columnsOf('issuables', 'b')
const bl = columnsOf('mergeRequestBlocks', 'bl')

/** The merge requests that block one, for its page, over `issuables i`. Those that the actor cannot see are counted. */
export function blockingOnPage(actor: Actor): RawBuilder<unknown> {
  return sql`(select ${object({
    visible: sql`coalesce(json_agg(${object({
      ...b.fields('id'),
      block_id: bl('id'),
      reference: sql`case when b.namespace_id = i.namespace_id then '' else bn.full_path end || '!' || b.iid`,
      ...b.fields('title', 'state'),
      path: pagePathSql('b', 'bn', 'merge_request'),
    })} order by b.state = 'merged', bl.id) filter (where b.seen), '[]')`,
    hidden_count: sql`count(*) filter (where not b.seen)`,
  })}
    from merge_request_blocks bl
      join lateral (select b.*, ${visibleIssuables(actor, 'b', { series: 'merge_request' })} as seen from issuables b where b.id = bl.blocking_id) b on true
      join namespaces bn on bn.id = b.namespace_id where bl.blocked_id = i.id)`
}
