import { sql } from 'kysely'
import * as contract from '#contract/code/merge-requests/suggestions.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { suggestionsJson } from '#server/discuss/suggestions/present.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'
import { applySuggestions } from './apply.ts'
import { mergeRequestOfSuggestion } from './find.ts'
import { messages } from './messages.ts'

export const suggestionAnswers: readonly Answer[] = [
  answer(contract.applySuggestion, {
    about: mergeRequestOfSuggestion,
    ability: 'issuable:apply-suggestions',
    transaction: 'own',
    run: async (ctx, mergeRequest, { id, commitMessage }) => {
      await applySuggestions(ctx, mergeRequest, [id], commitMessage)
      const [json = 'null'] = await shown(ctx, [id])
      return new RawJson(json)
    },
  }),
  answer(contract.applySuggestions, {
    for: 'signed-in',
    transaction: 'own',
    run: async (ctx, { ids, commitMessage }) => {
      const unique = [...new Set(ids)]
      const [first] = unique
      const { rows } = await sql<{ known: number; requests: number }>`
        select count(*) as known, count(distinct n.issuable_id) as requests from suggestions s join notes n on n.id = s.note_id
        where s.id = any (${unique}::bigint[])`.execute(ctx.db)
      if (first === undefined || rows[0]?.known !== unique.length) throw new NotFound('Suggestion')
      const mergeRequest = await load(ctx, 'issuable:apply-suggestions', mergeRequestOfSuggestion, { id: first })
      if (rows[0].requests > 1) throw new Invalid(messages.otherRequests)
      await applySuggestions(ctx, mergeRequest, unique, commitMessage)
      return new RawJson(`[${(await shown(ctx, unique)).join(',')}]`)
    },
  }),
]

async function shown(ctx: Context, ids: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: number; json: string }>`
    select (each ->> 'id')::bigint as id, each::text as json from notes n cross join lateral json_array_elements(${suggestionsJson}) each
    where n.id in (select note_id from suggestions where id = any (${[...ids]}::bigint[]))`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row.json]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
