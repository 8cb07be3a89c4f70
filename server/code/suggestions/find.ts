import { sql } from 'kysely'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { selectIssuable } from '#server/plan/issuables/find.ts'
import { type MergeRequestRow, mergeRequestSelection } from '../merge-requests/find.ts'

/** The merge request that a suggestion is on. */
export const mergeRequestOfSuggestion = finder(
  'issuable',
  'Suggestion',
  async (ctx: Context, { id }: { readonly id: number }) => {
    const { rows } = await sql<{ issuableId: number }>`
    select n.issuable_id from suggestions s join notes n on n.id = s.note_id where s.id = ${id}`.execute(ctx.db)
    const [found] = rows
    if (found === undefined) return null
    return selectIssuable<MergeRequestRow>(
      ctx,
      'merge_request',
      'by-id',
      { ref: found.issuableId, iid: 0 },
      mergeRequestSelection,
    )
  },
)
