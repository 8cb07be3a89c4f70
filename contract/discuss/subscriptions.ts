import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Empty } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf } from './noteable-kind.ts'

/** How one hears of what is discussed, or no longer, from the page of a kind. */
export function subscriptionOperations(kind: NoteableKind) {
  const { name, aNoteable, pagePath } = partsOf(kind)
  return {
    toggleSubscription: operation({
      name: `toggle${name}Subscription`,
      summary: `Hear of ${aNoteable}, or no longer, from its page`,
      tag: 'Subscriptions',
      door: 'browser',
      at: `POST ${pagePath}/toggle_subscription`,
      status: 200,
      input: Type.Object(pageKey),
      reply: Empty,
    }),
  }
}
