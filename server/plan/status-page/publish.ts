import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { hasStatusPage } from '#server/plan/issuables/published.ts'
import { messages } from './messages.ts'

type Incident = Pick<IssuableRow, 'id' | 'iid' | 'type' | 'namespaceId' | 'namespacePath' | 'ancestorIds'>

/**
 * Publish an incident on the status page of its project.
 *
 * @throws Invalid  the project has no status page
 * @throws Conflict  it is published already, or confidential
 */
export async function publishIncident(ctx: Context, incident: Allowed<'issuable:publish', IssuableRow>): Promise<void> {
  if (!(await canBePublishedIn(ctx, incident.namespaceId))) throw new Invalid({ base: [messages.noPage] })
  const { numAffectedRows = 0n } = await sql`
    update issuables i set published_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    where i.id = ${incident.id} and i.published_at is null and i.type = 'incident' and not i.confidential`.execute(
    ctx.db,
  )
  if (numAffectedRows === 0n) throw new Conflict((await obstacleTo(ctx, incident.id)) ?? messages.published)
  await tell(ctx, incident, 'incident.published', 'published', 'published the incident on the status page')
}

/** Remove an incident from the status page. One that is not there stays as it is. */
export async function unpublishIncident(ctx: Context, incident: Incident): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update issuables i set published_at = null, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    where i.id = ${incident.id} and i.published_at is not null`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await tell(ctx, incident, 'incident.unpublished', 'unpublished', 'removed the incident from the status page')
}

/** Remove an issue from the status page if it is no longer an incident that everyone may read. */
export async function unpublishById(ctx: Context, issueId: number): Promise<void> {
  const { rows } = await sql<Incident>`
    select i.id, i.iid, i.type, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issueId} and i.published_at is not null`.execute(
    ctx.db,
  )
  const [incident] = rows
  if (incident !== undefined) await unpublishIncident(ctx, incident)
}

/** The reason why an incident of a project with a status page cannot be published; null if it can be. */
export async function obstacleTo(ctx: Context, id: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('issuables')
    .select(['publishedAt', 'confidential'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.confidential) return messages.confidential
  return row?.publishedAt == null ? null : messages.published
}

/** Whether a project has a status page. */
export async function canBePublishedIn(ctx: Context, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from projects p where p.id = ${projectId} and ${hasStatusPage('p')}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

async function tell(
  ctx: Context,
  incident: Incident,
  event: 'incident.published' | 'incident.unpublished',
  action: string,
  text: string,
): Promise<void> {
  const { id, namespaceId, namespacePath, ancestorIds } = incident
  await writeSystemNotes(ctx, id, { id: namespaceId, fullPath: namespacePath, ancestorIds }, [{ action, text }])
  await ctx.events.record(event, { issueId: id }, { namespaceId, topics: topicsOfIssuable(incident) })
}
