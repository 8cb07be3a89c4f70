import { type RawBuilder, sql } from 'kysely'
import { issuesTopic, issueTopic, projectTopic, userTopic } from '#contract/live-topics.ts'
import {
  maxPublishedCharacters,
  maxPublishedComments,
  type PublishedIncident,
  publishingReaction,
  type ShownStatusPage,
  statusPageSize,
} from '#contract/plan/incidents/status-page.ts'
import {
  type ComponentState,
  type Impact,
  impacts,
  type OverallState,
  statusLimits,
  uptimeDays,
} from '#contract/plan/incidents/status-words.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { hasStatusPage, isPublished } from '#server/plan/issuables/published.ts'
import { accessEverywhere, accessTopic } from '#server/platform/events/access-topic.ts'
import { withoutFiles, withoutReferences } from '#server/platform/markdown/redact.ts'
import { object } from '#server/platform/sql/shape.ts'
import { type ImpactSpan, uptimeOf } from './uptime.ts'

interface StatusPageInput {
  readonly id: number | string
  readonly page?: number
}

interface PageProject {
  readonly id: number
  readonly name: string
  readonly fullPath: string
  /** With its own id. */
  readonly ancestorIds: readonly number[]
  readonly isPublic: boolean
  /** The host name of its own; null without one. */
  readonly host: string | null
}

/**
 * The status page of a project, the same for each reader, in four statements. Its texts are those that members wrote for it, and comments
 * that they showed on it, in which references are shown as they were typed, as their links name projects, people and titles that a visitor
 * may not know of. Files of a project that is not public are left out.
 *
 * @throws NotFound  no such project, or it has no status page
 */
export const showStatusPage = async (ctx: Context, input: StatusPageInput) => (await readStatusPage(ctx, input)).shown

/** The same, with the path of the project as it is spelled, and the live topics of whatever the page shows, and of the list from which more may come. */
export async function readStatusPage(
  ctx: Context,
  { id, page = 1 }: StatusPageInput,
): Promise<{
  readonly shown: ShownStatusPage
  readonly fullPath: string
  readonly topics: readonly string[]
  readonly listTopic: string
}> {
  const project = await pageProject(ctx, id)
  const { components, maintenance, openCount } = await readState(ctx, project.id)
  const spans = components.length === 0 ? new Map<number, ImpactSpan[]>() : await readSpans(ctx, project.id)
  const incidents = await readIncidents(ctx, project, page)
  const now = Date.parse(ctx.now)
  const shownComponents = components.map(({ createdAt, ...component }) => ({
    ...component,
    uptime: uptimeOf(spans.get(component.id) ?? [], Date.parse(createdAt), now),
  }))
  const shown = {
    projectName: project.name,
    status: overallOf(shownComponents, openCount, maintenance),
    openCount,
    components: shownComponents,
    maintenance,
    incidents: incidents.slice(0, statusPageSize).map(({ id: _id, showerIds: _showerIds, ...incident }) => incident),
    hasNext: incidents.length > statusPageSize,
  }
  const topics = [
    projectTopic(project.id),
    accessEverywhere,
    ...project.ancestorIds.map(ancestorId => accessTopic('namespace', ancestorId)),
    ...incidents.map(incident => issueTopic(incident.id)),
    ...new Set(incidents.flatMap(({ showerIds }) => showerIds.map(userTopic))),
  ]
  return { shown, fullPath: project.fullPath, topics, listTopic: issuesTopic(project.id) }
}

/** @throws NotFound  no such project, or it has no status page · @throws Moved  a former path of one with a page */
export async function pageProject(ctx: Context, ref: number | string): Promise<PageProject> {
  const found = await sql<PageProject>`
    select n.id, n.name, n.full_path, n.ancestor_ids, n.visibility = 'public' as is_public,
      (select h.host from status_hosts h where h.namespace_id = n.id) as host from namespaces n join projects p on p.id = n.id
    where ${namespaceIs(ref)} and n.marked_for_deletion_on is null and not n.pending_deletion and ${hasStatusPage('p')}`.execute(
    ctx.db,
  )
  const [project] = found.rows
  if (project !== undefined) return project
  await refuseMoved(ctx, ref, 'project')
  throw new NotFound('Status page')
}

/** Maintenance windows that the page announces, at most. */
const mostAnnounced = 20

type StateComponent = Omit<ShownStatusPage['components'][number], 'uptime'> & { readonly createdAt: string }

interface PageState {
  readonly openCount: number
  readonly components: readonly StateComponent[]
  readonly maintenance: ShownStatusPage['maintenance']
}

/** The number of open incidents, the components with their state now, and the maintenance that the project announces. */
async function readState(ctx: Context, projectId: number): Promise<PageState> {
  const now = sql`${ctx.now}::timestamptz`
  const component = {
    id: sql`c.id`,
    name: sql`c.name`,
    description: sql`c.description`,
    heading: sql`c.heading`,
    createdAt: sql`iso(c.created_at)`,
    impacts: sql`array(select distinct im.impact from published_impacts im join published_incidents pi on pi.issuable_id = im.issuable_id
        join issuables i on i.id = pi.issuable_id
      where im.component_id = c.id and im.ends_at is null and pi.resolved_at is null and ${isPublished('i')})`,
    isMaintained: sql`exists (select 1 from maintenance_components mc join maintenance_windows w on w.id = mc.window_id
      where mc.component_id = c.id and w.is_published and w.starts_at <= ${now} and w.ends_at > ${now})`,
  }
  const window = {
    title: sql`w.title`,
    startsAt: sql`iso(w.starts_at)`,
    endsAt: sql`iso(w.ends_at)`,
    isInProgress: sql`w.starts_at <= ${now}`,
    components: sql`array(select c.name from maintenance_components mc join status_components c on c.id = mc.component_id
      where mc.window_id = w.id order by c.position, c.id)`,
  }
  const { rows } = await sql<{
    openCount: number
    components: readonly (StateComponent & { readonly impacts: readonly Impact[]; readonly isMaintained: boolean })[]
    maintenance: PageState['maintenance']
  }>`
    select (select count(*)::integer from published_incidents pi join issuables i on i.id = pi.issuable_id
        where i.namespace_id = ${projectId} and ${isPublished('i')} and pi.resolved_at is null) as open_count,
      (select coalesce(json_agg(${object(component)} order by c.position, c.id), '[]') from status_components c
        where c.namespace_id = ${projectId}) as components,
      (select coalesce(json_agg(${object(window)} order by w.starts_at, w.id), '[]') from (
        select * from maintenance_windows where namespace_id = ${projectId} and is_published and ends_at > ${now}
        order by starts_at, id limit ${sql.lit(mostAnnounced)}) w) as maintenance`.execute(ctx.db)
  const [row] = rows
  return {
    openCount: row?.openCount ?? 0,
    components: (row?.components ?? []).map(({ impacts: current, isMaintained, ...each }) => ({
      ...each,
      status: stateOf(current, isMaintained),
    })),
    maintenance: row?.maintenance ?? [],
  }
}

/** The worst impact; maintenance where nothing else is wrong. */
const stateOf = (current: readonly Impact[], isMaintained: boolean): ComponentState => {
  const worst = impacts.findLast(impact => current.includes(impact)) ?? 'operational'
  return worst === 'operational' && isMaintained ? 'maintenance' : worst
}

/** The state of everything follows from its components, then from incidents that name none. */
function overallOf(
  components: readonly { readonly status: ComponentState }[],
  openCount: number,
  maintenance: PageState['maintenance'],
): OverallState {
  const isAll = (state: ComponentState) => components.length > 0 && components.every(({ status }) => status === state)
  const worst = impacts.findLast(impact => components.some(({ status }) => status === impact))
  if (isAll('major_outage')) return 'major_outage'
  if (worst === 'major_outage' || worst === 'partial_outage') return 'partial_outage'
  if (worst === 'degraded') return 'degraded'
  if (openCount > 0) return 'incident'
  return maintenance.some(({ isInProgress }) => isInProgress) ? 'maintenance' : 'operational'
}

/** Impacts that the bars are computed from: far more than any product has in three months. */
const mostImpacts = 5_000

/** The times for which published incidents affected components in the last 90 days, by component. */
async function readSpans(ctx: Context, projectId: number): Promise<ReadonlyMap<number, readonly ImpactSpan[]>> {
  const { rows } = await sql<{
    componentId: number
    impact: Impact
    startsAt: string
    endsAt: string | null
    title: string
  }>`
    select im.component_id, im.impact, iso(im.starts_at) as starts_at, iso(im.ends_at) as ends_at, pi.title
    from status_components c join published_impacts im on im.component_id = c.id
      join published_incidents pi on pi.issuable_id = im.issuable_id join issuables i on i.id = pi.issuable_id
    where c.namespace_id = ${projectId} and ${isPublished('i')}
      and (im.ends_at is null or im.ends_at > ${ctx.now}::timestamptz - make_interval(days => ${sql.lit(uptimeDays.wide)}))
    order by im.id desc limit ${sql.lit(mostImpacts)}`.execute(ctx.db)
  const now = Date.parse(ctx.now)
  return Map.groupBy(
    rows.map(({ componentId, impact, startsAt, endsAt, title }) => ({
      ...{ componentId, impact, title },
      startsAt: Date.parse(startsAt),
      endsAt: endsAt === null ? now : Date.parse(endsAt),
    })),
    ({ componentId }) => componentId,
  )
}

interface ReadIncident extends PublishedIncident {
  readonly id: number
}

interface IncidentRow extends Omit<ReadIncident, 'updates'> {
  readonly updates: readonly Omit<PublishedIncident['updates'][number], 'html'>[]
  readonly comments: readonly { readonly html: string; readonly createdAt: string }[]
}

/** A comment is shown as long as a person who marked it may publish: one of them may be blocked. */
interface ShownByPeople {
  readonly showerIds: readonly number[]
}

/** One page of published incidents and one more, open ones first, then the newest. */
async function readIncidents(
  ctx: Context,
  project: PageProject,
  page: number,
): Promise<readonly (ReadIncident & ShownByPeople)[]> {
  const update = { status: sql`u.status`, message: sql`u.message`, createdAt: sql`iso(u.created_at)` }
  const affected = { name: sql`c.name`, impact: sql`im.impact` }
  const { rows } = await sql<IncidentRow & ShownByPeople>`
    select i.id, pi.title, pi.resolved_at is not null as is_resolved, iso(pi.started_at) as started_at, iso(pi.resolved_at) as resolved_at,
      (select coalesce(json_agg(${object(update)} order by u.created_at, u.id), '[]') from (
        select * from published_updates where issuable_id = i.id order by created_at desc, id desc
        limit ${sql.lit(statusLimits.updates)}) u) as updates,
      (select coalesce(json_agg(${object(affected)} order by c.position, c.id), '[]') from (
        select distinct on (component_id) component_id, impact from published_impacts where issuable_id = i.id
        order by component_id, id desc) im join status_components c on c.id = im.component_id) as components,
      ${publishedComments} as comments,
      array(select distinct e.user_id from ${publishingMarks(sql`i.id`, sql`i.namespace_id`)}) as shower_ids
    from issuables i join published_incidents pi on pi.issuable_id = i.id
    where i.namespace_id = ${project.id} and ${isPublished('i')}
    order by pi.resolved_at is not null, pi.started_at desc, i.id desc
    limit ${statusPageSize + 1} offset ${(page - 1) * statusPageSize}`.execute(ctx.db)
  const published = (html: string) => {
    const text = withoutReferences(html)
    return project.isPublic ? text : withoutFiles(text)
  }
  return rows.map(({ updates, comments, ...incident }) => ({
    ...incident,
    updates: [
      ...updates.map(each => ({ ...each, html: null })),
      ...comments.map(({ html, createdAt }) => ({ status: null, message: '', html: published(html), createdAt })),
    ]
      // Stable: of two at one time, the later one comes first.
      .toReversed()
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0)),
  }))
}

/** SQL condition: a user who may publish has marked a note. Any reader can react. Internal notes stay internal. @param note  alias of `notes` */
export function isShownNote(note: string): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${note}.${column}`)
  return sql<boolean>`(not ${n('internal')} and not ${n('system')} and ${n('id')} in (
    select e.note_id from ${publishingMarks(n('issuable_id'), n('namespace_id'))}))`
}

/** SQL: the marks `e` on notes of an issue by users who may publish, as it follows FROM. */
const publishingMarks = (issue: RawBuilder<unknown>, namespace: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`award_emoji e join users u on u.id = e.user_id join namespaces pn on pn.id = ${namespace}
    where e.issuable_id = ${issue} and e.name = ${sql.lit(publishingReaction)} and e.note_id is not null and u.state = 'active'
      and (u.is_admin or access_level_of(u.id, pn.ancestor_ids) >= ${levelSql('developer')})`

const publishedComments = sql`(
  select coalesce(json_agg(${object({ html: sql`c.body_html`, createdAt: sql`iso(c.created_at)` })} order by c.created_at, c.id)
    filter (where c.characters <= ${sql.lit(maxPublishedCharacters)}), '[]')
  from (select n.id, n.body_html, n.created_at, sum(length(n.body_html)) over (order by n.created_at desc, n.id desc) as characters from notes n
    where n.issuable_id = i.id and ${isShownNote('n')}
    order by n.created_at desc, n.id desc limit ${sql.lit(maxPublishedComments)}) c)`
