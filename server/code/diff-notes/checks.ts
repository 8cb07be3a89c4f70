import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Check, Finding } from '#server/slice.ts'
import { carryThreads } from './follow.ts'

export const diffNoteChecks: readonly Check[] = [uncarriedThreads]

/** Open merge requests with threads of former versions that were never carried to a newer one, and for which no job waits to do so. */
async function* uncarriedThreads(ctx: Context): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; place: string }>`
    select mr.id, n.full_path || '!' || i.iid as place from merge_requests mr join issuables i on i.id = mr.id
      join namespaces n on n.id = i.namespace_id
    where mr.is_open and exists (select 1 from notes d join note_positions p on p.note_id = d.id
      where d.issuable_id = mr.id and p.carried is null and p.commit_id is null and p.head_sha <> mr.head_sha)
      and not exists (select 1 from graphile_worker._private_jobs j join events e on e.id = (j.payload->>'event_id')::bigint
        where j.attempts < j.max_attempts and e.name in ('merge_request.pushed', 'merge_request.recompared')
          and (e.payload->>'issuableId')::bigint = mr.id) order by mr.id`.execute(ctx.db)
  for (const { id, place } of rows)
    yield {
      place,
      text: 'Threads were not moved to the latest version.',
      repair: () => carryThreads(ctx, id),
    }
}
