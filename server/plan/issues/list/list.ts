import type { Context } from '#server/context.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { type ListOptions, listIssuables, seenThrough } from '#server/plan/lists/list.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import type { Paged } from '#server/slice.ts'
import { issueJoins, issueJson } from '../present.ts'

/** A page of issues as the public API has them, with the total where it is cheap. One statement, and two more for a search. */
export async function listIssues(
  ctx: Context,
  scope: IssueScope,
  asked: IssueFilter,
  options: ListOptions,
): Promise<Paged<never>> {
  const json = issueJson(ctx, {
    withLabelsDetails: options.withLabelsDetails ?? false,
    basic: options.isBasic ?? false,
    ...seenThrough(scope),
  })
  return listIssuables(ctx, scope, asked, options, { json, joins: issueJoins(ctx), conditions: [] })
}
