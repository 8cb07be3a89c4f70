import { sql } from 'kysely'
import type { listGroups } from '#contract/foundation/groups.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotPaged } from '#server/errors.ts'
import { rowsInWindow, runIn } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { groupJson, groupTables } from './present.ts'
import { attributesColumn, type GroupFilters, groupConditions } from './queries.ts'

/**
 * A page of the groups the actor may see, by name, without a count.
 *
 * @throws NotPaged  another order than by name · @throws Malformed  a cursor this list has not given
 */
export async function listGroupsByKey(ctx: Context, filters: GroupFilters): Promise<Paged<ReplyOf<typeof listGroups>>> {
  if ((filters.orderBy ?? 'name') !== 'name')
    throw new NotPaged('Keyset pagination is not yet available for this type of request')
  const { perPage } = pageOf(filters)
  const direction = filters.sort ?? 'asc'
  const { rows, hasMore } = await rowsInWindow<{ item: string }>(
    runIn(ctx.db),
    {
      columns: sql`${groupJson(ctx.services.settings, attributesColumn(ctx, filters))}::text as item`,
      from: groupTables,
      where: sql.join([visibleGroups(ctx.actor, 'n'), ...groupConditions(ctx, filters)], sql` and `),
      keys: [
        { value: nameOrder(sql`n.name`), type: 'text', direction },
        { value: sql`n.id`, type: 'bigint', direction },
      ],
    },
    { limit: perPage, isBackward: false, after: filters.cursor ?? null, before: null },
  )
  const last = rows.at(-1)
  return Paged.keyset<ReplyOf<typeof listGroups>>(new RawJson(`[${rows.map(row => row.item).join(',')}]`), {
    perPage,
    next: hasMore && last !== undefined ? { cursor: last.cursor } : null,
  })
}
