import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/context.ts'
import type { IssuableFacts } from './facts.ts'
import { type AbilityOf, may } from './may.ts'

/** The columns that the rules about notes depend on. */
interface NoteColumns {
  readonly authorId: RawBuilder<unknown>
  readonly system: RawBuilder<unknown>
}

/**
 * SQL condition: the actor has an ability on a note of one issuable. Calls `may` once for each case (own or not, system
 * or not), so that hundreds of notes get their flags from the rule.
 *
 * @param noteable  the facts of the issuable
 * @param columns  of notes that the actor may read
 */
export function mayWithNote(
  actor: Actor,
  ability: AbilityOf<'note'>,
  noteable: IssuableFacts,
  { authorId, system }: NoteColumns,
): RawBuilder<boolean> {
  const actorId = actor.kind === 'user' ? actor.id : nobody
  const byAuthor = (isSystem: boolean): RawBuilder<boolean> => {
    const answer = (id: number) => may(actor, ability, { noteable, authorId: id, internal: false, system: isSystem })
    const own = answer(actorId)
    if (own === answer(nobody)) return sql<boolean>`${own}::boolean`
    return own ? sql<boolean>`(${authorId} = ${actorId})` : sql<boolean>`(${authorId} <> ${actorId})`
  }
  return sql<boolean>`case when ${system} then ${byAuthor(true)} else ${byAuthor(false)} end`
}

/** No user has the id 0. */
const nobody = 0
