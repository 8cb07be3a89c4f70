import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { childIdsOf } from '#server/plan/issuables/children.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { parentTopics } from '#server/plan/issuables/parents.ts'
import { linkedIdsOf, maxTopics } from '#server/plan/links/queries.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'

/**
 * Delete an issue with everything on it except its children. Its number is not given again; it disappears from the
 * pages of its links and its parent.
 */
export async function deleteIssue(ctx: Context, issue: Allowed<'issuable:delete', IssuableRow>): Promise<void> {
  const above = await parentTopics(ctx, issue.id)
  // The links go with the row, after this statement.
  const { rows } = await sql<{ linkedIds: readonly number[] }>`
    delete from issuables where id = ${issue.id} returning array(${linkedIdsOf(issue.id)}) || array(${childIdsOf(issue.id)}) as linked_ids`.execute(
    ctx.db,
  )
  const linkedIds = rows[0]?.linkedIds ?? []
  await ctx.events.record(
    'issue.deleted',
    { issueId: issue.id, iid: issue.iid, title: issue.title },
    {
      namespaceId: issue.namespaceId,
      topics: [
        ...topicsOfIssuable(issue),
        ...above,
        ...linkedIds.slice(0, maxTopics).map(issueTopic),
        accessTopic('issue', issue.id),
      ],
    },
  )
}
