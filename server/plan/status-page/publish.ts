import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type {
  changePublicUpdate,
  postPublicUpdate,
  publishIncident as publishOperation,
  updatePublication,
} from '#contract/plan/incidents/publications.ts'
import { type Impact, statusLimits, type UpdateStatus, usualMessages } from '#contract/plan/incidents/status-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { hasStatusPage } from '#server/plan/issuables/published.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { messages } from './messages.ts'

type Incident = Pick<IssuableRow, 'id' | 'iid' | 'type' | 'namespaceId' | 'namespacePath' | 'ancestorIds'>
type AllowedIncident = Allowed<'issuable:publish', IssuableRow>
type ComponentImpact = { readonly componentId: number; readonly impact: Impact }
type PublicTexts = Pick<InputOf<typeof publishOperation>, 'title' | 'message' | 'status' | 'components'>

/**
 * Publish an incident on the status page of its project, with texts for the public. One that is closed is published as solved.
 *
 * @throws Invalid  the project has no status page, a text is blank, or a component is not one of the project
 * @throws Conflict  it is published already, or confidential
 */
export async function publishIncident(
  ctx: Context,
  incident: AllowedIncident,
  { title, message, status = 'investigating', components = [] }: PublicTexts,
): Promise<void> {
  if (!(await canBePublishedIn(ctx, incident.namespaceId))) throw new Invalid({ base: [messages.noPage] })
  const texts = { title: checkedTitle(title), message: checkedMessage(message) }
  const { rows } = await sql<{ startedAt: string; closedAt: string | null }>`
    update issuables i set published_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    where i.id = ${incident.id} and i.published_at is null and i.type = 'incident' and not i.confidential
    returning iso(least(i.created_at, ${ctx.now}::timestamptz)) as started_at,
      iso(case when i.state = 'closed' then coalesce(i.closed_at, i.updated_at) end) as closed_at`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Conflict((await obstacleTo(ctx, incident.id)) ?? messages.published)
  const reached = row.closedAt === null ? status : 'resolved'
  await sql`insert into published_incidents (issuable_id, title, started_at)
    values (${incident.id}, ${texts.title}, ${row.startedAt}::timestamptz)`.execute(ctx.db)
  await setImpacts(ctx, incident, components, row.startedAt)
  const updateId = await addUpdate(ctx, incident.id, reached, texts.message)
  if (reached === 'resolved') await endImpacts(ctx, incident.id, row.closedAt ?? ctx.now)
  await tell(ctx, incident, 'incident.published', 'published', 'published the incident on the status page')
  await announceUpdate(ctx, incident, updateId)
}

/** Remove an incident from the status page, with its texts. One that is not there stays as it is. */
export async function unpublishIncident(ctx: Context, incident: Incident): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update issuables i set published_at = null, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    where i.id = ${incident.id} and i.published_at is not null`.execute(ctx.db)
  await sql`delete from published_incidents where issuable_id = ${incident.id}`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await tell(ctx, incident, 'incident.unpublished', 'unpublished', 'removed the incident from the status page')
}

/** Remove an issue from the status page if it is no longer an incident that everyone may read. */
export async function unpublishById(ctx: Context, issueId: number): Promise<void> {
  const incident = await publishedById(ctx, issueId)
  if (incident !== undefined) await unpublishIncident(ctx, incident)
}

/**
 * Post an update of a published incident. One with the status "resolved" ends the incident on the page, any other one opens it again.
 *
 * @throws Conflict  it is not published · @throws Invalid
 */
export async function postUpdate(
  ctx: Context,
  incident: AllowedIncident,
  { status, message, components }: Pick<InputOf<typeof postPublicUpdate>, 'status' | 'message' | 'components'>,
): Promise<void> {
  const before = await lockPublication(ctx, incident.id)
  const text = checkedMessage(message)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from published_updates where issuable_id = ${incident.id}`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= statusLimits.updates)
    throw new Invalid({ base: [`A published incident can have up to ${statusLimits.updates} updates`] })
  const isReopened = before.resolvedAt !== null && status !== 'resolved'
  if (isReopened) await resumeImpacts(ctx, incident.id)
  if (components !== undefined) await setImpacts(ctx, incident, components, ctx.now)
  const updateId = await addUpdate(ctx, incident.id, status, text)
  if (status === 'resolved') await endImpacts(ctx, incident.id, before.resolvedAt ?? ctx.now)
  await writeSystemNotes(ctx, incident.id, placeOf(incident), [
    { action: 'published', text: 'posted an update on the status page' },
  ])
  await announceUpdate(ctx, incident, updateId)
}

/**
 * Correct the title or the start of a published incident. The components that it affected from the start are affected from the new one.
 *
 * @throws Conflict · @throws Invalid
 */
export async function changePublication(
  ctx: Context,
  incident: AllowedIncident,
  { title, startedAt }: Pick<InputOf<typeof updatePublication>, 'title' | 'startedAt'>,
): Promise<void> {
  const before = await lockPublication(ctx, incident.id)
  if (title !== undefined)
    await sql`update published_incidents set title = ${checkedTitle(title)} where issuable_id = ${incident.id}`.execute(
      ctx.db,
    )
  if (startedAt !== undefined) {
    if (Date.parse(startedAt) > Date.parse(before.resolvedAt ?? ctx.now))
      throw new Invalid({ startedAt: ['must be before the end of the problem'] })
    await sql`update published_impacts set starts_at = least(${startedAt}::timestamptz, ends_at)
      where issuable_id = ${incident.id} and starts_at = ${before.startedAt}::timestamptz`.execute(ctx.db)
    await sql`update published_incidents set started_at = ${startedAt}::timestamptz where issuable_id = ${incident.id}`.execute(
      ctx.db,
    )
  }
  await recordChange(ctx, incident)
}

/** Correct an update. @throws NotFound · @throws Invalid  the end of a problem is told by an update of its own */
export async function changeUpdate(
  ctx: Context,
  incident: AllowedIncident,
  { updateId, message, status }: Pick<InputOf<typeof changePublicUpdate>, 'updateId' | 'message' | 'status'>,
): Promise<void> {
  const { rows } = await sql<{ status: UpdateStatus }>`select status from published_updates
    where id = ${updateId} and issuable_id = ${incident.id} for no key update`.execute(ctx.db)
  const [before] = rows
  if (before === undefined) throw new NotFound('Update')
  if (status !== undefined && status !== before.status && [status, before.status].includes('resolved'))
    throw new Invalid({ status: [messages.ownUpdate] })
  await sql`update published_updates set message = ${message === undefined ? sql`message` : checkedMessage(message)},
    status = ${status ?? before.status} where id = ${updateId}`.execute(ctx.db)
  await recordChange(ctx, incident)
}

/** Post an update to the status page that says that the incident is resolved, and nothing else: it was closed. */
export async function resolveById(ctx: Context, issueId: number): Promise<void> {
  const incident = await publishedById(ctx, issueId)
  if (incident === undefined) return
  const { resolvedAt } = await lockPublication(ctx, issueId)
  if (resolvedAt !== null) return
  const updateId = await addUpdate(ctx, issueId, 'resolved', usualMessages.resolved)
  await endImpacts(ctx, issueId, ctx.now)
  await announceUpdate(ctx, incident, updateId)
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

async function publishedById(ctx: Context, issueId: number): Promise<Incident | undefined> {
  const { rows } = await sql<Incident>`
    select i.id, i.iid, i.type, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issueId} and i.published_at is not null`.execute(
    ctx.db,
  )
  return rows[0]
}

interface LockedPublication {
  /** With all its digits. */
  readonly startedAt: string
  readonly resolvedAt: string | null
}

/** @throws Conflict  it is not published */
async function lockPublication(ctx: Context, issueId: number): Promise<LockedPublication> {
  const { rows } = await sql<LockedPublication>`
    select started_at::text as started_at, iso(resolved_at) as resolved_at from published_incidents
    where issuable_id = ${issueId} for no key update`.execute(ctx.db)
  if (rows[0] === undefined) throw new Conflict(messages.notPublished)
  return rows[0]
}

async function addUpdate(ctx: Context, issueId: number, status: UpdateStatus, message: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into published_updates (issuable_id, status, message, created_at)
    values (${issueId}, ${status}, ${message}, ${ctx.now}::timestamptz) returning id`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** Set how an incident affects components from now on; those that are not named stay. @throws Invalid */
async function setImpacts(
  ctx: Context,
  { id, namespaceId }: Incident,
  impacts: readonly ComponentImpact[],
  since: string,
): Promise<void> {
  if (impacts.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    impacts.map(({ componentId, impact }) => ({ component_id: componentId, impact })),
  )}::jsonb) as g(component_id bigint, impact text)`
  const { rows } = await sql<{ known: number }>`select count(distinct c.id)::integer as known
    from ${given} join status_components c on c.id = g.component_id and c.namespace_id = ${namespaceId}`.execute(ctx.db)
  if (rows[0]?.known !== impacts.length) throw new Invalid({ components: [messages.noComponent] })
  await sql`update published_impacts im set ends_at = ${ctx.now}::timestamptz from ${given}
    where im.issuable_id = ${id} and im.component_id = g.component_id and im.ends_at is null and im.impact <> g.impact`.execute(
    ctx.db,
  )
  await sql`insert into published_impacts (issuable_id, component_id, impact, starts_at)
    select ${id}, g.component_id, g.impact, ${since}::timestamptz from ${given}
    where not exists (select 1 from published_impacts im
      where im.issuable_id = ${id} and im.component_id = g.component_id and im.ends_at is null)`.execute(ctx.db)
}

async function endImpacts(ctx: Context, issueId: number, at: string): Promise<void> {
  await sql`update published_incidents set resolved_at = ${at}::timestamptz where issuable_id = ${issueId}`.execute(
    ctx.db,
  )
  await sql`update published_impacts set ends_at = greatest(starts_at, ${at}::timestamptz)
    where issuable_id = ${issueId} and ends_at is null`.execute(ctx.db)
}

/** Components that were affected when the incident was solved are affected again from now on. */
async function resumeImpacts(ctx: Context, issueId: number): Promise<void> {
  await sql`insert into published_impacts (issuable_id, component_id, impact, starts_at)
    select issuable_id, component_id, impact, ${ctx.now}::timestamptz from published_impacts im
    where issuable_id = ${issueId}
      and ends_at >= (select resolved_at from published_incidents where issuable_id = ${issueId})
      and not exists (select 1 from published_impacts newer
        where newer.issuable_id = im.issuable_id and newer.component_id = im.component_id and newer.id > im.id)`.execute(
    ctx.db,
  )
  await sql`update published_incidents set resolved_at = null where issuable_id = ${issueId}`.execute(ctx.db)
}

function checkedTitle(given: string): string {
  const title = oneLine(given).trim()
  if (title === '') throw new Invalid({ title: ["can't be blank"] })
  return title
}

function checkedMessage(given: string): string {
  const message = given.trim()
  if (oneLine(message) === '') throw new Invalid({ message: ["can't be blank"] })
  return message
}

const placeOf = ({ namespaceId: id, namespacePath: fullPath, ancestorIds }: Incident) => ({ id, fullPath, ancestorIds })

async function tell(
  ctx: Context,
  incident: Incident,
  event: 'incident.published' | 'incident.unpublished',
  action: string,
  text: string,
): Promise<void> {
  const { id, namespaceId } = incident
  await writeSystemNotes(ctx, id, placeOf(incident), [{ action, text }])
  await ctx.events.record(event, { issueId: id }, { namespaceId, topics: topicsOfIssuable(incident) })
}

const announceUpdate = (ctx: Context, incident: Incident, updateId: number): Promise<void> =>
  ctx.events.record(
    'public_update.posted',
    { issueId: incident.id, updateId },
    { namespaceId: incident.namespaceId, topics: topicsOfIssuable(incident) },
  )

const recordChange = (ctx: Context, incident: Incident): Promise<void> =>
  ctx.events.record(
    'publication.changed',
    { issueId: incident.id },
    { namespaceId: incident.namespaceId, topics: topicsOfIssuable(incident) },
  )
