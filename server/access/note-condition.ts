import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/context.ts'
import type { IssuableFacts } from './facts.ts'
import { type AbilityOf, may } from './may.ts'

/** What the rules about notes look at, as columns of a statement. */
interface NoteColumns {
  readonly authorId: RawBuilder<unknown>
  readonly system: RawBuilder<unknown>
}

/**
 * Whether an actor may do a thing to the notes of one issuable, as a condition on their rows: `may` answers once for each sort
 * of note, own or not and system or not, so that hundreds of notes get their flags from the rule itself.
 *
 * @param note  one that the actor may read
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

/** Nobody has the id 0. */
const nobody = 0
