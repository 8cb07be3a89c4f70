import { sql } from 'kysely'
import { timelineLimits } from '#contract/monitor/incidents/timeline-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { visibleEvents } from './audience.ts'
import { tagsOf } from './tags.ts'

interface EntryRow {
  readonly id: number
  readonly occurredAt: string
  readonly action: string
  /** JSON */
  readonly author: string
  readonly note: string
  readonly noteHtml: string
  readonly isEditable: boolean
  readonly tags: readonly string[]
  readonly noteId: number | null
}

/** The timeline of an incident as its page shows it. */
export async function showTimeline(ctx: Context, incident: Allowed<'issuable:read', IssuableRow>) {
  const { actor } = ctx
  const { rows } = await sql<EntryRow>`
    select e.id, iso(e.occurred_at) as occurred_at, e.action, coalesce(${userBasicJson(ctx.services.settings, 'u')}::text, 'null') as author,
      e.note, e.note_html, e.is_editable, e.note_id,
      (select coalesce(json_agg(t.name order by t.id), '[]') from timeline_event_tag_links l join timeline_event_tags t on t.id = l.tag_id
        where l.event_id = e.id) as tags
    from timeline_events e left join users u on u.id = e.author_id
    where e.issuable_id = ${incident.id} and ${visibleEvents(actor, incident.facts)}
    order by e.occurred_at desc, e.id desc limit ${timelineLimits.shown + 1}`.execute(ctx.db)
  const shown = rows.slice(0, timelineLimits.shown).toReversed()
  const htmls = await redactFor(
    ctx,
    shown.map(row => row.noteHtml),
  )
  const canEditTimeline = may(actor, 'issuable:edit-timeline', incident.facts)
  return {
    events: shown.map((row, place) => ({ ...row, author: new RawJson(row.author), noteHtml: htmls[place] ?? '' })),
    hasEarlier: rows.length > timelineLimits.shown,
    tags: canEditTimeline ? await tagNames(ctx, incident.namespaceId) : [],
    permissions: { canEditTimeline, canCreateTags: may(actor, 'project:admin-incidents', incident.facts.namespace) },
  }
}

async function tagNames(ctx: Context, projectId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from timeline_event_tags t where ${tagsOf(projectId)} order by t.namespace_id nulls first, t.id limit 1000`.execute(
    ctx.db,
  )
  return rows.map(row => row.name)
}
