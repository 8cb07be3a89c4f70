import { sql } from 'kysely'
import { visibleNotes } from '#server/discuss/notes/visible.ts'
import { userColumns } from '#server/foundation/users/fields.ts'
import type { UserRow } from '#server/foundation/users/queries.ts'
import { batch, batchRows, byId, groupedBy } from '#server/graphql/batch.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { runStatement, unplannedIds } from '#server/platform/sql/statement.ts'
import { readersAmong } from './queries.ts'

export const assigneesOf = batchRows<UserRow & { readonly issuableId: number }, readonly UserRow[]>(
  'assignees of issues',
  ids => sql`select ia.issuable_id, ${userColumns} from issuable_assignees ia join users u on u.id = ia.user_id
    where ia.issuable_id = any (${ids}::bigint[]) order by u.id`,
  rows => groupedBy(rows, row => row.issuableId),
)

/** Those who take part and may read the issue, with what of internal notes the actor may know. */
export const participantsOf = batch<string, readonly UserRow[]>(async (ctx, keys) => {
  const found = new Map<string, readonly UserRow[]>()
  for (const withInternal of [true, false]) {
    const ids = keys.filter(key => key.endsWith('+') === withInternal).map(key => Number.parseInt(key, 10))
    if (ids.length === 0) continue
    const rows = await runStatement<UserRow & { issuableId: number }, { ids: number[] }>(
      ctx.db,
      `participants of issues ${withInternal}`,
      { ids },
      place => sql`
      select i.id as issuable_id, ${userColumns} from unnest(${unplannedIds(place.ids)}) asked(id)
      join issuables i on i.id = asked.id join namespaces n on n.id = i.namespace_id
      cross join lateral (${readersAmong('i', 'n', withInternal)} offset 0) u order by u.id`,
    )
    const grouped = groupedBy(rows, row => row.issuableId)
    for (const id of ids) found.set(withInternal ? `${id}+` : String(id), grouped(id))
  }
  return key => found.get(key) ?? []
})

interface Discussed {
  readonly id: number
  readonly discussions: number
  readonly commenterIds: readonly number[]
}

export const discussedOf = batch<number, Discussed>(async (ctx, ids) => {
  const { rows } = await sql<Discussed>`
    select n.issuable_id as id, count(distinct n.discussion_id) as discussions, array_agg(distinct n.author_id) as commenter_ids
    from notes n where n.issuable_id = any (${[...ids]}::bigint[]) and not n.system and ${visibleNotes(ctx.actor, 'n', null)}
    group by n.issuable_id`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id) ?? { id, discussions: 0, commenterIds: [] }
})

export const subscribedOf = batchRows<{ readonly id: number }, boolean>(
  'subscribed issues',
  (ids, sight) => sql`select i.id from issuables i where i.id = any (${ids}::bigint[]) and ${isSubscribed(sight, 'i')}`,
  rows => {
    const found = new Set(rows.map(row => row.id))
    return id => found.has(id)
  },
)
