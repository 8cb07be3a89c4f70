import { issueTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
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

async function tellLinked(ctx: Context, issueId: number, namespaceId: number): Promise<void> {
  const { rows } = await linkedIdsOf(issueId).execute(ctx.db)
  if (rows.length === 0) return
  const topics = rows.map(row => issueTopic(row.otherId))
  await ctx.events.record('issue.seen-through-links', { issueId }, { namespaceId, topics })
}
