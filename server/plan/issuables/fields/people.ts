import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { type UserNode, userColumns } from '#server/foundation/users/fields.ts'
import { batch, batchRows, byId, groupedBy } from '#server/graphql/batch.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readersAmong } from '../readers-among.ts'
import { isSubscribed } from '../subscribed.ts'

type PersonOfIssue = UserNode & { readonly issuableId: number }

export const assigneesOf = batchRows<PersonOfIssue, readonly UserNode[]>(
  'assignees of issues',
  ids => sql`select ia.issuable_id as "issuableId", ${userColumns} from issuable_assignees ia join users u on u.id = ia.user_id
    where ia.issuable_id = any (${ids}::bigint[]) order by u.id`,
  rows => groupedBy(rows, row => row.issuableId),
)

const participants = (withInternal: boolean) =>
  batchRows<PersonOfIssue, readonly UserNode[]>(
    `participants of issues ${withInternal}`,
    ids => sql`
      select i.id as "issuableId", ${userColumns} from unnest(${ids}) asked(id)
      join issuables i on i.id = asked.id join namespaces n on n.id = i.namespace_id
      cross join lateral (${readersAmong('i', 'n', withInternal)} offset 0) u order by u.id`,
    rows => groupedBy(rows, row => row.issuableId),
  )

const participantsInAll = participants(true)
const participantsInOpen = participants(false)

/**
 * The participants of an item who may read it; participants of its internal notes are included only for those who may
 * read these.
 *
 * @param facts  of the item; null if it no longer exists
 */
export function participantsOf(
  context: GraphqlContext,
  id: number,
  facts: IssuableFacts | null,
): Promise<readonly UserNode[]> {
  const readsInternal = facts !== null && may(context.weft.actor, 'issuable:read-internal-notes', facts)
  return (readsInternal ? participantsInAll : participantsInOpen)(context, id)
}

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
  (ids, actor) => sql`select i.id from issuables i where i.id = any (${ids}::bigint[]) and ${isSubscribed(actor, 'i')}`,
  rows => {
    const found = new Set(rows.map(row => row.id))
    return id => found.has(id)
  },
)
