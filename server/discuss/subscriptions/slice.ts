import type { Slice } from '#server/slice.ts'
import './events.ts'
import { subscriptionActions } from './quick-actions.ts'

export const subscriptions: Slice = {
  name: 'subscriptions',
  plugs: { quickActions: subscriptionActions },
}
