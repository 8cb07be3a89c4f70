import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/context.ts'
import { hearsOf } from '#server/discuss/subscriptions/subscribe.ts'

/**
 * Whether the actor is notified of an issuable: by their own choice, else when they take part in it.
 *
 * @param issuable  the alias of `issuables` in the statement
 */
export function isSubscribed(actor: Actor, issuable: string): RawBuilder<boolean> {
  return actor.kind === 'anonymous' ? sql<boolean>`false` : hearsOf(actor.id, sql.ref(`${issuable}.id`))
}
