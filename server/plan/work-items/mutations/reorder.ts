import { load } from '#server/access/load.ts'
import { Invalid } from '#server/errors.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { reorderIssue } from '#server/plan/issues/reorder.ts'
import { type Done, payload } from './payload.ts'

export function reorderMutation(): void {
  mutation('workItemsReorder', {
    description: 'Change the position of a work item in the manual order of its project.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      moveAfterId: t.field({ type: 'WorkItemID', description: 'ID of the work item that comes after this one.' }),
      moveBeforeId: t.field({ type: 'WorkItemID', description: 'ID of the work item that comes before this one.' }),
    }),
    run: async (ctx, { id, moveAfterId, moveBeforeId }): Promise<Done> => {
      const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId: id })
      if (moveAfterId == null && moveBeforeId == null)
        throw new Invalid('At least one of moveAfterId and moveBeforeId is required')
      await reorderIssue(ctx, issue, {
        moveAfterId: moveAfterId ?? undefined,
        moveBeforeId: moveBeforeId ?? undefined,
      })
      return { workItemId: id }
    },
    payload,
  })
}
