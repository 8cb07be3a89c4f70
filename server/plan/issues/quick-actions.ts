import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { stateActionsOf } from '#server/plan/issuables/changes/state-actions.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from './close.ts'
import { reopenIssue } from './reopen.ts'

export const stateActions: readonly QuickAction[] = stateActionsOf({
  types: issuableTypes,
  word: 'issue',
  close: async (ctx, issueId) => closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId })),
  reopen: async (ctx, issueId) => reopenIssue(ctx, await load(ctx, 'issuable:reopen', issueById, { issueId })),
})
