import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Empty } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf } from './noteable-kind.ts'

const operation = operationsOf('Subscriptions')

/** Subscribe to a noteable or unsubscribe from it, on its page. */
export function subscriptionOperations(kind: NoteableKind) {
  const { name, aNoteable, pagePath } = partsOf(kind)
  return {
    toggleSubscription: operation({
      name: `toggle${name}Subscription`,
      summary: `Toggle the subscription to ${aNoteable} from its page`,
      at: `POST ${pagePath}/toggle_subscription`,
      status: 200,
      input: Type.Object(pageKey),
      reply: Empty,
    }),
  }
}
