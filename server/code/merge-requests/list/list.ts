import { type RawBuilder, sql } from 'kysely'
import type { mergeRequestOrders } from '#contract/code/merge-requests/merge-request-lists.ts'
import type { Context } from '#server/context.ts'
import { listIssuables, seenThrough } from '#server/plan/lists/list.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Paged, Paging } from '#server/slice.ts'
import { mergeRequestJoins, mergeRequestJson, mergeRequestPath, redacted } from '../present.ts'
import { type MergeRequestFilter, orderingOfList, splitFilter } from './filter.ts'

const i = columnsOf('issuables', 'i')

interface ListOptions extends Paging {
  readonly view?: 'simple'
  readonly orderBy?: (typeof mergeRequestOrders)[number]
  readonly sort?: 'asc' | 'desc'
  readonly withLabelsDetails?: boolean
  readonly renderHtml?: boolean
}

/** A page of merge requests as the public API has them. One statement, and two more for a search. */
export async function listMergeRequests(
  ctx: Context,
  scope: IssueScope,
  asked: MergeRequestFilter & { readonly milestoneId?: number },
  options: ListOptions,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<Paged<never>> {
  const { filter, conditions } = splitFilter(ctx, asked)
  const { withLabelsDetails, renderHtml, view, orderBy: order, sort, ...paging } = options
  const { orderBy, by } = orderingOfList(order, sort)
  const json =
    view === 'simple'
      ? simpleJson(ctx)
      : mergeRequestJson(ctx, { withLabelsDetails, renderHtml, ...seenThrough(scope) })
  const listed = await listIssuables(
    ctx,
    scope,
    filter,
    { ...paging, sort, orderBy },
    { json: sql<string>`${json}::text`, joins: mergeRequestJoins, conditions: [...conditions, ...more], by },
  )
  if (!renderHtml || view === 'simple') return listed
  const { items } = listed
  const rows = items instanceof RawJson ? items.text : JSON.stringify(items)
  return listed.withItems(new RawJson(await redacted(ctx, rows)))
}

/** @source rest.md 2.4: MergeRequestSimple */
const simpleJson = (ctx: Context): RawBuilder<unknown> =>
  object({
    ...i.fields('id', 'iid'),
    project_id: i('namespaceId'),
    ...i.fields('title', 'description', 'state'),
    ...i.moments('createdAt', 'updatedAt'),
    web_url: sql`${sql.lit(ctx.services.settings.externalUrl)} || ${mergeRequestPath}`,
  })
