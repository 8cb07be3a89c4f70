import { load } from '#server/access/load.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { refusal } from '#server/discuss/quick-actions/refusal.ts'
import { attributeActions } from '#server/plan/issuables/changes/quick-actions.ts'
import { stateActionsOf } from '#server/plan/issuables/changes/state-actions.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { epicById } from './find.ts'
import { groupToPromoteTo, promoteIssue } from './promote.ts'
import { closeEpic, reopenEpic } from './state.ts'

/** `/promote` on issues. @source product-rules.md 7 */
const promote: QuickAction = {
  name: 'promote',
  aliases: [],
  parameter: null,
  description: 'Promote this issue to an epic',
  types: ['issue'],
  ability: 'issuable:promote',
  // A new one is written as an epic.
  isOffered: target => target.id !== 0 && target.ancestorIds.length > 1,
  explain: async () => 'Promotes this issue to an epic.',
  run: async (ctx, target) => {
    try {
      const issue = await load(ctx, 'issuable:promote', issueById, { issueId: target.id })
      const { iid } = await promoteIssue(ctx, issue, await groupToPromoteTo(ctx, issue))
      return { done: `Promoted this issue to epic &${iid}.` }
    } catch (error) {
      return refusal('promote', error)
    }
  },
}

const [convert] = attributeActions.filter(({ name }) => name === 'promote_to')

/** `/promote_to epic` is `/promote`; to other types the issue is converted. */
const promoteTo: readonly QuickAction[] =
  convert === undefined
    ? []
    : [
        {
          ...convert,
          types: ['issue'],
          parameter: `epic, ${convert.parameter}`,
          explain: (ctx, target, argument) =>
            (isEpic(target, argument) ? promote : convert).explain(ctx, target, argument),
          run: (ctx, target, argument) => (isEpic(target, argument) ? promote : convert).run(ctx, target, argument),
        },
      ]

const isEpic = (target: CommandTarget, argument: string): boolean =>
  promote.isOffered(target) && argument.trim().toLowerCase() === 'epic'

/** `/close` and `/reopen` on epics, and the commands that turn an issue into one. */
export const epicQuickActions: readonly QuickAction[] = [
  promote,
  ...promoteTo,
  ...stateActionsOf({
    types: ['epic'],
    word: 'epic',
    close: async (ctx, id) => void (await closeEpic(ctx, await load(ctx, 'issuable:close', epicById, { id }))),
    reopen: async (ctx, id) => void (await reopenEpic(ctx, await load(ctx, 'issuable:reopen', epicById, { id }))),
  }),
]
