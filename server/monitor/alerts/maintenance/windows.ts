import { sql } from 'kysely'
import { issuablesTopic, projectTopic } from '#contract/live-topics.ts'
import { maintenanceLimits } from '#contract/monitor/alerts/maintenance-limits.ts'
import type {
  createMaintenanceWindow,
  listMaintenanceWindows,
  MaintenanceWindow,
  updateMaintenanceWindow,
} from '#contract/monitor/alerts/maintenance-windows.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Current, pageOfJson } from '#server/slice.ts'

const w = columnsOf('maintenanceWindows', 'w')

const fields = (ctx: Context): WireFields<typeof MaintenanceWindow> => ({
  ...w.fields('id', 'title', 'services', 'isPublished'),
  ...w.moments('startsAt', 'endsAt'),
  component_ids: componentIds,
  author: sql`(select ${userBasicJson(ctx.services.settings, 'u')} from users u where u.id = w.author_id)`,
  alert_count: sql`(select count(*) from alerts al where al.maintenance_window_id = w.id)`,
  ...w.moments('createdAt', 'updatedAt'),
})

const componentIds = sql<
  readonly number[]
>`coalesce((select json_agg(mc.component_id order by mc.component_id) from maintenance_components mc
  where mc.window_id = w.id), '[]')`

/** Alerts whose services are offered. */
const recentAlerts = 1_000
const servicesOffered = 100

/** SQL: the services that recent alerts of a project named. */
export const recentServices = (projectId: number) => sql<readonly string[]>`array(select distinct service from (
    select service from alerts where namespace_id = ${projectId} order by id desc limit ${recentAlerts}) al
  where service <> '' order by service limit ${servicesOffered})`

/** Windows of the page, with those that are over. */
const windowsShown = 100

interface OfProject {
  readonly id: number
}

export const showWindows = (ctx: Context, { id }: OfProject, input: InputOf<typeof listMaintenanceWindows>) =>
  pageOfJson<never>(ctx, input, {
    item: object(fields(ctx)),
    matching: sql`maintenance_windows w where w.namespace_id = ${id}`,
    order: sql`w.ends_at desc, w.id desc`,
  })

/** @throws NotFound */
export async function showWindow(ctx: Context, projectId: number, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${object(fields(ctx))}::text as json
    from maintenance_windows w where w.id = ${id} and w.namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Maintenance window')
  return new RawJson(rows[0].json)
}

export async function showWindowsPage(ctx: Context, project: Allowed<'project:read-alerts', ProjectRow>) {
  const { rows } = await sql<{ windows: string; services: readonly string[]; components: string }>`
    select coalesce((select json_agg(${object(fields(ctx))} order by w.ends_at desc, w.id desc) from (
        select * from maintenance_windows where namespace_id = ${project.id} order by ends_at desc, id desc limit ${windowsShown}) w),
        '[]')::text as windows,
      ${recentServices(project.id)} as services,
      (select coalesce(json_agg(${object({ id: sql`c.id`, name: sql`c.name` })} order by c.position, c.id), '[]')
        from status_components c where c.namespace_id = ${project.id})::text as components`.execute(ctx.db)
  const [row] = rows
  return {
    namespace: await showHeader(ctx, project),
    permissions: { canEdit: may(ctx.actor, 'project:escalate-alerts', project.facts) },
    windows: new RawJson(row?.windows ?? '[]'),
    services: row?.services ?? [],
    components: new RawJson(row?.components ?? '[]'),
  }
}

/** @returns the id · @throws Invalid */
export async function addWindow(
  ctx: Context,
  projectId: number,
  {
    title,
    services = [],
    startsAt = ctx.now,
    endsAt,
    isPublished = false,
    componentIds: affected = [],
  }: Omit<InputOf<typeof createMaintenanceWindow>, 'id'>,
): Promise<number> {
  const times = checkedTimes(ctx, { startsAt, endsAt })
  await lockWindows(ctx, projectId)
  const { rows } = await sql<{ id: number }>`
    insert into maintenance_windows (namespace_id, title, services, starts_at, ends_at, is_published, author_id, created_at, updated_at)
    select ${projectId}, ${checkedTitle(title)}, ${namesOf(services)}::text[], ${times.startsAt}::timestamptz, ${times.endsAt}::timestamptz, ${isPublished},
      ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where ${hasRoom(ctx, projectId)} returning id`.execute(ctx.db)
  if (rows[0] === undefined) throw tooMany()
  await setComponents(ctx, projectId, rows[0].id, affected)
  await announce(ctx, projectId, rows[0].id)
  return rows[0].id
}

/** Windows of a project are written one at a time, as their number is limited. */
const lockWindows = (ctx: Context, projectId: number) =>
  sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)

/** SQL condition: the project may have one more window that has not ended. */
const hasRoom = (ctx: Context, projectId: number) => sql<boolean>`(select count(*) from maintenance_windows
  where namespace_id = ${projectId} and ends_at > ${ctx.now}::timestamptz) < ${maintenanceLimits.windows}`

const tooMany = () =>
  new Invalid({
    base: [`A project can have up to ${maintenanceLimits.windows} maintenance windows that have not ended`],
  })

/** Set the components that a window affects. @throws Invalid */
async function setComponents(
  ctx: Context,
  projectId: number,
  windowId: number,
  given: readonly number[],
): Promise<void> {
  const ids = [...new Set(given)]
  await sql`delete from maintenance_components where window_id = ${windowId}`.execute(ctx.db)
  const { numAffectedRows = 0n } = await sql`insert into maintenance_components (window_id, component_id)
    select ${windowId}, c.id from status_components c where c.id = any (${ids}::bigint[]) and c.namespace_id = ${projectId}`.execute(
    ctx.db,
  )
  if (Number(numAffectedRows) !== ids.length)
    throw new Invalid({ componentIds: ['must be components of the status page of this project'] })
}

type Given = Pick<
  InputOf<typeof updateMaintenanceWindow>,
  'title' | 'services' | 'startsAt' | 'endsAt' | 'isPublished' | 'componentIds'
>

/** Change a window; what is left out stays. @throws NotFound · @throws Invalid */
export async function changeWindow(ctx: Context, projectId: number, id: number, given: Given): Promise<void> {
  await lockWindows(ctx, projectId)
  const before = await lockedWindow(ctx, projectId, id)
  if (before === undefined) throw new NotFound('Maintenance window')
  const { title = before.title, services = before.services, startsAt = before.startsAt, endsAt = before.endsAt } = given
  const { isPublished = before.isPublished } = given
  const times = checkedTimes(ctx, { startsAt, endsAt })
  if (before.endsAt <= ctx.now && times.endsAt > ctx.now) {
    const { rows } = await sql<{ hasRoom: boolean }>`select ${hasRoom(ctx, projectId)} as has_room`.execute(ctx.db)
    if (rows[0]?.hasRoom !== true) throw tooMany()
  }
  await sql`update maintenance_windows set title = ${checkedTitle(title)}, services = ${namesOf(services)}::text[],
    starts_at = ${times.startsAt}::timestamptz, ends_at = ${times.endsAt}::timestamptz, is_published = ${isPublished}, updated_at = ${ctx.now}::timestamptz
    where id = ${id}`.execute(ctx.db)
  if (given.componentIds !== undefined) await setComponents(ctx, projectId, id, given.componentIds)
  await announce(ctx, projectId, id)
}

type LockedWindow = {
  readonly title: string
  readonly services: readonly string[]
  readonly startsAt: string
  readonly endsAt: string
  readonly isPublished: boolean
  readonly componentIds: readonly number[]
}

async function lockedWindow(ctx: Context, projectId: number, id: number): Promise<LockedWindow | undefined> {
  const { rows } = await sql<LockedWindow>`
    select title, services, iso(starts_at) as starts_at, iso(ends_at) as ends_at, is_published,
      ${componentIds} as component_ids from maintenance_windows w
    where id = ${id} and namespace_id = ${projectId} for no key update`.execute(ctx.db)
  return rows[0]
}

/** A window as it is, held until the transaction ends. */
export const currentOf = async (ctx: Context, projectId: number, id: number): Promise<Current> =>
  lockedWindow(ctx, projectId, id)

/** Delete a window: alerts that it silenced page within a minute. @throws NotFound */
export async function deleteWindow(ctx: Context, projectId: number, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('maintenanceWindows')
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Maintenance window')
  await announce(ctx, projectId, id)
}

const announce = (ctx: Context, projectId: number, windowId: number): Promise<void> =>
  ctx.events.record(
    'maintenance_window.changed',
    { windowId },
    // A status page shows those that it announces.
    { namespaceId: projectId, topics: [issuablesTopic('alert', projectId), projectTopic(projectId)] },
  )

function checkedTitle(given: string): string {
  const title = oneLine(given).trim()
  if (title === '') throw new Invalid({ title: ["can't be blank"] })
  return title
}

/** Names without the spaces around them. A blank one is refused: without any name, the window silences all services. */
function namesOf(services: readonly string[]): string[] {
  const names = [...new Set(services.map(service => oneLine(service).trim()))]
  if (names.includes('')) throw new Invalid({ services: ["can't be blank"] })
  return names
}

/** Days that a window can last. */
const mostDays = 90

function checkedTimes(ctx: Context, { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (end <= start) throw new Invalid({ endsAt: ['must be after the start'] })
  if (end - start > mostDays * 86_400_000)
    throw new Invalid({ endsAt: [`must be within ${mostDays} days of the start`] })
  if (Math.abs(start - Date.parse(ctx.now)) > 5 * 365 * 86_400_000)
    throw new Invalid({ startsAt: ['must be within five years of today'] })
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() }
}
