import { load } from '#server/access/load.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { stateActionsOf } from '#server/plan/issues/quick-actions.ts'
import { epicById } from './find.ts'
import { closeEpic, reopenEpic } from './state.ts'

/** `/close` and `/reopen` on epics. */
export const epicQuickActions: readonly QuickAction[] = stateActionsOf({
  types: ['epic'],
  word: 'epic',
  close: async (ctx, id) => void (await closeEpic(ctx, await load(ctx, 'issuable:close', epicById, { id }))),
  reopen: async (ctx, id) => void (await reopenEpic(ctx, await load(ctx, 'issuable:reopen', epicById, { id }))),
})
