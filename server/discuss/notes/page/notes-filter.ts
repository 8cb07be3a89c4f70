import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

interface FilterWish {
  readonly notesFilter?: number | undefined
  readonly persistFilter?: boolean | undefined
}

/**
 * The filter of notes: the requested one, which is remembered for this person unless they do not want that, else the
 * remembered one.
 *
 * @returns 0 all, 1 comments only, 2 history only
 * @source FILTER-009, rest.md 17.5
 */
export async function notesFilterOf(ctx: Context, wish: FilterWish): Promise<number> {
  const { notesFilter, persistFilter = true } = wish
  if (ctx.actor.kind !== 'user') return notesFilter ?? 0
  if (notesFilter === undefined) {
    const { rows } = await sql<{ filter: number }>`
      select issue_notes_filter as filter from users where id = ${ctx.actor.id}`.execute(ctx.db)
    return rows[0]?.filter ?? 0
  }
  if (persistFilter) {
    await sql`update users set issue_notes_filter = ${notesFilter}
      where id = ${ctx.actor.id} and issue_notes_filter <> ${notesFilter}`.execute(ctx.db)
  }
  return notesFilter
}
