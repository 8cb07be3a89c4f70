import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import { type Context, userIdOf } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { batch, batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { Audience } from './audience.ts'

/** An incident as the followers of its changes need it. */
export interface TimelineOwner {
  readonly id: number
  readonly namespaceId: number
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
}

/** An event that writes itself. */
export interface AutomaticEvent {
  readonly note: string
  /** The name of its icon. */
  readonly action: string
  /** All readers of the incident if left out. */
  readonly audience?: Audience
  /** The item that it is about: only its readers see the event. */
  readonly sourceId?: number
  /** The name of a tag that all projects have. */
  readonly tag?: string
}

/** An incident by its id; null for another item. */
export const incidentOf = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly (TimelineOwner | null)[]> => {
    const { rows } = await sql<TimelineOwner>`
      select i.id, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
      where i.id = any (${[...ids]}::bigint[]) and i.type = 'incident'`.execute(ctx.db)
    const byId = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => byId.get(id) ?? null)
  },
  id => id,
)

/** Tell the pages of incidents that their timelines have grown. */
export async function announce(
  ctx: Context,
  incidents: readonly Pick<TimelineOwner, 'id' | 'namespaceId'>[],
): Promise<void> {
  const [first] = incidents
  if (first === undefined) return
  const issueIds = incidents.map(({ id }) => id)
  await ctx.events.record(
    'incident.timeline_extended',
    { issueIds },
    { namespaceId: first.namespaceId, topics: issueIds.map(issueTopic) },
  )
}

/** Write events on the timeline of an incident, in the transaction of their cause. */
export const writeOn = async (
  ctx: Context,
  incident: TimelineOwner,
  events: readonly AutomaticEvent[],
): Promise<void> => writeAll(ctx, { place: placeOf(incident), issueIds: [incident.id], events })

/** Write the same events on the timelines of incidents of one project. */
export const writeOnEach = async (
  ctx: Context,
  incidents: readonly TimelineOwner[],
  events: readonly AutomaticEvent[],
): Promise<void> => {
  const [first] = incidents
  if (first !== undefined)
    await writeAll(ctx, { place: placeOf(first), issueIds: incidents.map(({ id }) => id), events })
}

export const placeOf = ({ namespaceId, namespacePath, ancestorIds }: TimelineOwner): TextNamespace => ({
  id: namespaceId,
  fullPath: namespacePath,
  ancestorIds,
})

interface Writing {
  readonly place: TextNamespace
  readonly issueIds: readonly number[]
  readonly events: readonly AutomaticEvent[]
}

/** Events of many incidents are written by one statement; texts that are the same are rendered once. */
const writeAll = batch(async (ctx: Context, all: readonly Writing[]): Promise<readonly undefined[]> => {
  const none = all.map(() => undefined)
  const htmlOf = new Map<string, string>()
  const rows = []
  for (const { place, issueIds, events } of all) {
    for (const { note, action, audience = 'readers', sourceId = null, tag = null } of events) {
      const key = `${place.id} ${note}`
      const html = htmlOf.get(key) ?? (await renderText(ctx, place, note)).html
      htmlOf.set(key, html)
      for (const issueId of issueIds)
        rows.push({ issue_id: issueId, namespace_id: place.id, note, html, action, audience, source_id: sourceId, tag })
    }
  }
  if (rows.length === 0) return none
  await sql`
    with given as (select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (issue_id bigint, namespace_id bigint, note text, html text, action text, audience text, source_id bigint, tag text))
        with ordinality as g(issue_id, namespace_id, note, html, action, audience, source_id, tag, place)),
    written as (insert into timeline_events (issuable_id, namespace_id, author_id, occurred_at, action, is_editable, audience, source_id, note, note_html,
        created_at, updated_at)
      select issue_id, namespace_id, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz, action, false, audience, source_id, note, html,
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from given order by place returning id, issuable_id, note)
    insert into timeline_event_tag_links (event_id, tag_id)
    select written.id, t.id from written join given g on g.issue_id = written.issuable_id and g.note = written.note
      join timeline_event_tags t on t.namespace_id is null and t.name = g.tag on conflict do nothing`.execute(ctx.db)
  return none
})

/** The open incidents of a project, the newest of them if there are many. */
export async function openIncidents(ctx: Context, projectId: number): Promise<readonly TimelineOwner[]> {
  const { rows } = await sql<TimelineOwner>`
    select i.id, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
    where i.namespace_id = ${projectId} and i.type = 'incident' and i.state = 'opened'
    order by i.created_at desc, i.id desc limit ${mostIncidents}`.execute(ctx.db)
  return rows
}

/** A change to a project is written on the timelines of that many incidents. */
const mostIncidents = 50
