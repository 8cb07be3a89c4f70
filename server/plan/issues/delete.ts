import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/notes/events.ts'
import { issuableTopic } from '#server/plan/issuables/events.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'

/** Delete an issue with everything on it. Its number is not given again. */
export async function deleteIssue(ctx: Context, issue: Allowed<'issue:delete', IssuableRow>): Promise<void> {
  await ctx.db.deleteFrom('issuables').where('id', '=', issue.id).execute()
  await ctx.events.record(
    'issue.deleted',
    { issueId: issue.id, iid: issue.iid, title: issue.title },
    {
      namespaceId: issue.namespaceId,
      topics: [issuableTopic(issue.id), ...issueListTopics(issue.namespaceId, issue.ancestorIds)],
    },
  )
}
