import { sql } from 'kysely'
import { runStatement, unplannedIds } from '#server/platform/sql/statement.ts'
import { batched } from '#server/slice.ts'

/** The first public comment of a member answers a request. */
export const serviceDeskFollowers = [
  batched('note.created', async followed => {
    const noteIds = followed.filter(({ event }) => !event.payload.internal).map(({ event }) => event.payload.noteId)
    const [first] = followed
    if (first === undefined || noteIds.length === 0) return
    const values = { noteIds }
    await runStatement(
      first.ctx.db,
      'first answers to requests',
      values,
      parameter => sql`
      update service_desk_requests r set answered_at = a.at from (
        select n.issuable_id, min(n.created_at) as at from notes n join users u on u.id = n.author_id
        where n.id = any (${unplannedIds(parameter.noteIds)}::bigint[]) and not n.internal and not n.system and not u.is_bot group by n.issuable_id) a
      where r.issuable_id = a.issuable_id and r.answered_at is null`,
    )
  }),
]
