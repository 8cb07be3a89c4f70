import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { defaultSelection, type IssuableRow } from '#server/plan/issuables/find.ts'
import { type Audience, visibleEvents } from './audience.ts'

/** An event with its incident. */
export interface TimelineEventRow extends IssuableRow {
  readonly eventId: number
  readonly occurredAt: string
  readonly note: string
  readonly isEditable: boolean
  readonly audience: Audience
}

/** An event of a timeline by its id, for readers of the incident who see it. */
export const timelineEventById = finder('issuable', 'Timeline event', async (ctx: Context, id: number) => {
  const { rows } = await sql<TimelineEventRow & { readonly facts: IssuableFacts }>`
    select ${defaultSelection.columns(ctx, sql`${ctx.now}`)}, e.id as event_id, e.occurred_at, e.note, e.is_editable, e.audience,
      ${issuableFacts(ctx.actor, 'i', 'n', 'issue')} as facts
    from timeline_events e join issuables i on i.id = e.issuable_id ${defaultSelection.joins(ctx)} where e.id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined || !(await isVisible(ctx, id, row.facts))) return null
  return { row, facts: row.facts }
})

async function isVisible(ctx: Context, id: number, facts: IssuableFacts): Promise<boolean> {
  const { rows } =
    await sql`select 1 from timeline_events e where e.id = ${id} and ${visibleEvents(ctx.actor, facts)}`.execute(ctx.db)
  return rows.length > 0
}
