import { type RawBuilder, sql } from 'kysely'
import { visibleGroups } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const sg = columnsOf('namespaces', 'sg')
const s = columnsOf('namespaceShares', 's')

/** SQL condition: a row of `namespace_shares` that has not expired. */
export const isCurrentShare = (alias: string): RawBuilder<boolean> => notExpired(`${alias}.expires_at`)

/** SQL for `shared_with_groups` of the namespace `n`: the groups it is shared with that the actor can see. */
export const sharedWithGroups = (actor: Actor): RawBuilder<unknown> =>
  sql`coalesce((select json_agg(${object({
    group_id: sg('id'),
    group_name: sg('name'),
    group_full_path: sg('fullPath'),
    group_access_level: s('groupAccess'),
    ...s.fields('expiresAt'),
  })} order by s.id)
    from namespace_shares s join namespaces sg on sg.id = s.group_id
    where s.namespace_id = n.id and ${isCurrentShare('s')} and ${visibleGroups(actor, 'sg')}), '[]'::json)`
