import { load } from '#server/access/load.ts'
import type { Changer } from '#server/plan/change-sets/changer.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { updateIssue } from './update.ts'

export const issueChanger: Changer = {
  series: 'issue',
  update: async (ctx, issueId, { changes, stateEvent }) => {
    const issue = await load(ctx, 'issuable:update', issueById, { issueId })
    return updateIssue(ctx, issue, changes, stateEvent, { isLiteral: true })
  },
}
