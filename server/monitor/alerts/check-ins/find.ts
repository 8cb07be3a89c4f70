import { sql } from 'kysely'
import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'
import { checkInCallPath } from '#contract/monitor/alerts/check-in-limits.ts'
import type { CheckIn, getCheckInPage, listCheckIns } from '#contract/monitor/alerts/check-ins.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { privateSecret } from '#server/foundation/users/private-tokens.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { pageOfJson } from '#server/slice.ts'
import { recentServices } from '../maintenance/windows.ts'
import { isOpenAlertOf } from './alert.ts'
import { checkInKey } from './key.ts'

const c = columnsOf('checkIns', 'c')

const fields: WireFields<typeof CheckIn> = {
  ...c.fields('id', 'name', 'service', 'everyMinutes', 'cron', 'timeZone', 'graceMinutes', 'isPaused'),
  // The column's check knows the words.
  severity: sql<AlertSeverity>`c.severity`,
  state: sql`case when c.is_paused then 'paused' when c.missing_since is not null then 'missing' when c.last_at is null then 'new' else 'on_time' end`,
  ...c.moments('lastAt', 'dueAt', 'missingSince'),
  alert: sql`(select ${object({ reference: sql`'^alert#' || ai.iid`, web_path: pagePathSql('ai', 'an', 'alert') })}
    from alerts al join issuables ai on ai.id = al.id join namespaces an on an.id = al.namespace_id where ${isOpenAlertOf(sql`al`)})`,
  ...c.moments('createdAt', 'updatedAt'),
}

const recentJson = sql`(select coalesce(json_agg(iso(t.at) order by t.place), '[]')
  from unnest(c.recent_at) with ordinality as t(at, place))`

export const showCheckIns = (ctx: Context, { id }: { readonly id: number }, input: InputOf<typeof listCheckIns>) =>
  pageOfJson<never>(ctx, input, {
    item: object(fields),
    matching: sql`check_ins c where c.namespace_id = ${id}`,
    order: sql`c.name, c.id`,
  })

type ProjectAllowing<A extends 'project:read-alerts' | 'project:admin-alerts'> = Allowed<A, ProjectRow>
type ReadableProject = ProjectAllowing<'project:read-alerts'> | ProjectAllowing<'project:admin-alerts'>

/** A check-in with its latest calls. Those who may edit it get its address, but by no token that can only read. @throws NotFound */
export async function showCheckIn(ctx: Context, project: ReadableProject, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string; resets: number; writes: boolean }>`
    select ${object({ ...fields, recent_at: recentJson })}::text as json, c.resets,
      coalesce((select 'api' = any (t.scopes) from personal_access_tokens t where t.id = ${ctx.tokenId}), true) as writes from check_ins c
    where c.id = ${id} and c.namespace_id = ${project.id}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Check-in')
  const url =
    row.writes && may(ctx.actor, 'project:admin-alerts', project.facts)
      ? `${ctx.services.settings.externalUrl}${checkInCallPath(checkInKey(await privateSecret(ctx.db), { id, resets: row.resets }))}`
      : null
  return withMembers(row.json, { url })
}

export async function showCheckInsPage(ctx: Context, project: ProjectAllowing<'project:read-alerts'>) {
  const { rows } = await sql<{ checkIns: string; services: readonly string[] }>`
    select (select coalesce(json_agg(${object(fields)} order by c.name, c.id), '[]') from check_ins c
        where c.namespace_id = ${project.id})::text as check_ins,
      ${recentServices(project.id)} as services`.execute(ctx.db)
  return {
    ...(await surroundings(ctx, project)),
    checkIns: new RawJson(rows[0]?.checkIns ?? '[]'),
    services: rows[0]?.services ?? [],
  }
}

export async function showCheckInPage(
  ctx: Context,
  project: ProjectAllowing<'project:read-alerts'>,
  { checkInId }: InputOf<typeof getCheckInPage>,
) {
  const checkIn = await showCheckIn(ctx, project, checkInId)
  const { rows } = await sql<{ services: readonly string[] }>`select ${recentServices(project.id)} as services`.execute(
    ctx.db,
  )
  return { ...(await surroundings(ctx, project)), checkIn, services: rows[0]?.services ?? [] }
}

const surroundings = async (ctx: Context, project: ProjectAllowing<'project:read-alerts'>) => ({
  namespace: await showHeader(ctx, project),
  permissions: { canEdit: may(ctx.actor, 'project:admin-alerts', project.facts) },
})
