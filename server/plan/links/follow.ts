import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import { on } from '#server/slice.ts'
import { linkedIdsOf } from './queries.ts'

/** The pages of linked issues show title and state of this one. */
export const linkFollowers = [
  on('issue.closed', (ctx, { payload, namespaceId }) => tellLinked(ctx, payload.issueId, namespaceId)),
  on('issue.moved', async (ctx, { payload: { toId }, namespaceId }) => tellLinked(ctx, toId, namespaceId)),
  on('issue.reopened', (ctx, { payload, namespaceId }) => tellLinked(ctx, payload.issueId, namespaceId)),
  on('issuable.changed', async (ctx, { payload, namespaceId }) => {
    if (payload.changes.some(change => shown.has(change.attribute))) {
      await tellLinked(ctx, payload.issuableId, namespaceId)
    }
  }),
]

const shown: ReadonlySet<AttributeName> = new Set(['title', 'confidential'])

const linkedTo = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly (readonly number[])[]> => {
    const { rows } = await sql<{ id: number; linkedIds: readonly number[] }>`
      select asked.id, array(${linkedIdsOf(sql`asked.id`)}) as linked_ids from unnest(${[...ids]}::bigint[]) asked (id)`.execute(
      ctx.db,
    )
    const found = new Map(rows.map(row => [row.id, row.linkedIds]))
    return ids.map(id => found.get(id) ?? [])
  },
  id => id,
)

async function tellLinked(ctx: Context, issueId: number, namespaceId: number): Promise<void> {
  const linked = await linkedTo(ctx, issueId)
  if (linked.length === 0) return
  const topics = linked.map(id => issueTopic(id))
  await ctx.events.record('issue.seen-through-links', { issueId }, { namespaceId, topics })
}
