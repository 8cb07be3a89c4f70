import { toggleIssueSubscription } from '#contract/discuss/subscriptions.ts'
import { issueOfPage } from '#server/discuss/notes/noteable.ts'
import { answer, Reply, type Slice } from '#server/slice.ts'
import './events.ts'
import { subscriptionActions } from './quick-actions.ts'
import { toggleSubscription } from './subscribe.ts'

export const subscriptions: Slice = {
  name: 'subscriptions',
  answers: [
    answer(toggleIssueSubscription, {
      about: issueOfPage,
      ability: 'issuable:subscribe',
      run: async (ctx, issue) => {
        await toggleSubscription(ctx, issue)
        return new Reply<null>(200)
      },
    }),
  ],
  plugs: { quickActions: subscriptionActions },
}
