import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/context.ts'

/**
 * Whether the actor hears of an issuable: by their own choice, else when they take part in it.
 *
 * @param issuable  the name under which `issuables` stands in the statement
 */
export function isSubscribed(actor: Actor, issuable: string): RawBuilder<boolean> {
  if (actor.kind === 'anonymous') return sql<boolean>`false`
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const mine = (table: string, user: string) =>
    sql`exists (select 1 from ${sql.table(table)} s where s.issuable_id = ${i('id')} and s.${sql.ref(user)} = ${actor.id})`
  return sql<boolean>`coalesce(
    (select s.subscribed from subscriptions s where s.issuable_id = ${i('id')} and s.user_id = ${actor.id}),
    ${i('author_id')} = ${actor.id} or ${mine('issuable_assignees', 'user_id')} or ${mine('mentions', 'user_id')}
      or exists (select 1 from notes s where s.issuable_id = ${i('id')} and s.author_id = ${actor.id} and not s.system)
      or ${mine('award_emoji', 'user_id')})`
}
