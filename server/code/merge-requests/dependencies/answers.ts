import { type RawBuilder, sql } from 'kysely'
import * as contract from '#contract/code/merge-requests/merge-request-blocks.ts'
import { load } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, pageOfJson } from '#server/slice.ts'
import { mergeRequestById, mergeRequestByIid } from '../find.ts'
import { mergeRequestJoins, mergeRequestJson } from '../present.ts'
import { addBlock, removeBlock } from './change.ts'
import { messages } from './messages.ts'

const readable = { about: mergeRequestByIid, ability: 'issuable:read' } as const
const changeable = { about: mergeRequestByIid, ability: 'issuable:update' } as const

/** The merge requests that block one, and those that it blocks. @source rest.md 9.2 */
export const dependencyAnswers: readonly Answer[] = [
  answer(contract.listMergeRequestBlocks, {
    ...readable,
    run: (ctx, { id }, input) =>
      pageOfJson<never>(ctx, input, {
        item: blockJson(ctx),
        matching: visibleBlocks(ctx, sql`bl.blocking_id`, sql`bl.blocked_id = ${id}`),
        order: sql`bl.id`,
      }),
  }),
  answer(contract.getMergeRequestBlock, {
    ...readable,
    run: (ctx, mergeRequest, { blockId }) => showBlock(ctx, mergeRequest.id, blockId),
  }),
  answer(contract.createMergeRequestBlock, {
    ...changeable,
    run: async (ctx, mergeRequest, input) => {
      const blocking = await blockingOf(ctx, input)
      return showBlock(ctx, mergeRequest.id, await addBlock(ctx, mergeRequest, blocking))
    },
  }),
  answer(contract.deleteMergeRequestBlock, {
    ...changeable,
    run: (ctx, mergeRequest, { blockId }) => removeBlock(ctx, mergeRequest, blockId),
  }),
  answer(contract.listMergeRequestBlockees, {
    ...readable,
    run: (ctx, { id }, input) =>
      pageOfJson<never>(ctx, input, {
        item: blockJson(ctx),
        matching: visibleBlocks(ctx, sql`bl.blocked_id`, sql`bl.blocking_id = ${id}`),
        order: sql`bl.id`,
      }),
  }),
]

interface BlockingInput {
  readonly blockingMergeRequestId?: number | undefined
  readonly blockingMergeRequestIid?: number | undefined
  readonly blockingProjectId?: number | string | undefined
}

/** @throws Malformed · @throws NotFound  the actor may not know of it */
function blockingOf(ctx: Context, given: BlockingInput) {
  const { blockingMergeRequestId: id, blockingMergeRequestIid: iid, blockingProjectId: projectId } = given
  if (id !== undefined) return load(ctx, 'issuable:read', mergeRequestById, { id })
  if (iid === undefined || projectId === undefined) throw new Malformed(messages.nameOne)
  return load(ctx, 'issuable:read', mergeRequestByIid, { id: projectId, mergeRequestIid: iid })
}

/** Tables of dependencies `bl` whose other end the actor may know of. */
const visibleBlocks = (ctx: Context, other: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`merge_request_blocks bl join issuables other on other.id = ${other}
    where ${which} and ${visibleIssuables(ctx.actor, 'other', { series: 'merge_request' })}`

/** The JSON of a block, over `merge_request_blocks bl`. */
function blockJson(ctx: Context): RawBuilder<unknown> {
  const end = (id: RawBuilder<unknown>) =>
    sql`(select ${mergeRequestJson(ctx)} from issuables i ${mergeRequestJoins} where i.id = ${id})`
  return object({
    id: sql`bl.id`,
    blocking_merge_request: end(sql`bl.blocking_id`),
    blocked_merge_request: end(sql`bl.blocked_id`),
    project_id: sql`(select bp.namespace_id from merge_requests bp where bp.id = bl.blocked_id)`,
  })
}

async function showBlock(ctx: Context, blockedId: number, blockId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${blockJson(ctx)}::text as json
    from ${visibleBlocks(ctx, sql`bl.blocking_id`, sql`bl.blocked_id = ${blockedId} and bl.id = ${blockId}`)}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Block')
  return new RawJson(found.json)
}
