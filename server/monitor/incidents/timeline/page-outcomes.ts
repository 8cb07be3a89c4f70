import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { announce, incidentOf, placeOf } from './automatic.ts'

/** The outcome of the messages of one page to one person. */
export interface PageOutcome {
  readonly issueId: number
  /** Names the page among those of the incident. */
  readonly page: string
  /** When the person was paged. */
  readonly pagedAt: string
  readonly note: string
}

/** Write the outcomes of pages on the timelines of their incidents, in the current transaction: one event for each page, which says the latest. */
export async function writePageOutcomes(ctx: Context, outcomes: readonly PageOutcome[]): Promise<void> {
  const found = await Promise.all(
    outcomes.map(async outcome => ({ ...outcome, incident: await incidentOf(ctx, outcome.issueId) })),
  )
  const known = found.flatMap(({ incident, ...outcome }) => (incident === null ? [] : [{ ...outcome, incident }]))
  if (known.length === 0) return
  const rows = await Promise.all(
    known.map(async ({ issueId, page, pagedAt, note, incident }) => ({
      ...{ issue_id: issueId, namespace_id: incident.namespaceId, page, paged_at: pagedAt, note },
      html: (await renderText(ctx, placeOf(incident), note)).html,
    })),
  )
  await sql`
    insert into timeline_events as e (issuable_id, namespace_id, page, occurred_at, action, is_editable, audience, note, note_html, created_at, updated_at)
    select g.issue_id, g.namespace_id, g.page, g.paged_at, 'bell', false, 'planners', g.note, g.html, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(issue_id bigint, namespace_id bigint, page text, paged_at timestamptz, note text, html text)
    on conflict (issuable_id, page) where page is not null
      do update set note = excluded.note, note_html = excluded.note_html, updated_at = excluded.updated_at where e.note <> excluded.note`.execute(
    ctx.db,
  )
  for (const incidents of Map.groupBy(
    known.map(({ incident }) => incident),
    each => each.namespaceId,
  ).values())
    await announce(ctx, incidents)
}
