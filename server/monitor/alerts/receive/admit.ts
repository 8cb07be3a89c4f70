import { sql } from 'kysely'
import { alertLimits, type IntegrationType } from '#contract/monitor/alerts/alert-limits.ts'
import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, RateLimited, Unauthenticated } from '#server/errors.ts'
import { hashSecret } from '#server/platform/text/secret.ts'

/** The receiver of alerts: a project, with the key or endpoint of the request. */
export interface ReceiverKey {
  readonly namespace: string
  readonly authorization?: string | undefined
  readonly type?: IntegrationType
  readonly endpointIdentifier?: string
}

/** The project that an integration sends alerts to. */
export interface ReceivingProject {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
  /** Where the fields stand in payloads of the integration. */
  readonly mapping: FieldMapping
  /** Null for alerts that Weft itself creates. */
  readonly integrationId: number | null
}

interface Admitted extends ReceivingProject {
  readonly integrationId: number
}

const minuteMs = 60_000

/**
 * Find the project of an integration by its token, and count the request.
 *
 * @throws Unauthenticated  not a token of an integration of this project
 * @throws Forbidden  the integration is turned off, or the project is archived
 * @throws RateLimited  more requests or alerts than an integration may send in a minute
 */
export async function admit(ctx: Context, key: ReceiverKey): Promise<Admitted> {
  const token = tokenOf(key.authorization ?? '')
  if (token === null) throw new Unauthenticated()
  const { rows } = await sql<Admitted & { readonly isActive: boolean; readonly inactive: boolean }>`
    select n.id, n.full_path, n.ancestor_ids, n.inactive, a.id as integration_id, a.is_active, a.mapping
    from alert_integrations a join namespaces n on n.id = a.namespace_id
    where a.token_hash = ${hashSecret(token)} and lower(n.full_path) = lower(${key.namespace})
      ${key.type === undefined ? sql`` : sql`and a.type = ${key.type}`}
      ${key.endpointIdentifier === undefined ? sql`` : sql`and a.endpoint_identifier = ${key.endpointIdentifier}`}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new Unauthenticated()
  const { isActive, inactive, ...admitted } = found
  if (!isActive) throw new Forbidden('The integration is turned off')
  if (inactive) throw new Forbidden('The project is read-only')
  await countRequest(ctx, admitted.integrationId)
  return admitted
}

/**
 * Count the alerts of a request. A payload of many alerts is taken whole: those after it are refused, also if their requests were
 * admitted before.
 *
 * @param number  of the alerts in its payload
 * @throws RateLimited  the alerts of the minute are full
 */
export async function countAlertsOf(ctx: Context, { integrationId }: Admitted, number: number): Promise<void> {
  if (!ctx.services.settings.rateLimits) return
  const { numAffectedRows } = await sql`update alert_integrations set minute_alerts = minute_alerts + ${number}
    where id = ${integrationId} and minute_alerts < ${alertLimits.alertsPerMinute}`.execute(ctx.db)
  if (numAffectedRows === 0n) await refuseUntilNextMinute(ctx, integrationId)
}

/** @throws RateLimited */
async function refuseUntilNextMinute(ctx: Context, integrationId: number): Promise<void> {
  const { rows } = await sql<{ minuteBeganAt: string }>`
    select iso(minute_began_at) as minute_began_at from alert_integrations where id = ${integrationId}`.execute(ctx.db)
  if (rows[0] !== undefined) throw tooMany(ctx, rows[0].minuteBeganAt)
}

function tooMany(ctx: Context, minuteBeganAt: string): RateLimited {
  const endsAtMs = Date.parse(minuteBeganAt) + minuteMs
  return new RateLimited(
    'This endpoint has been requested too many times. Try again later.',
    Math.max(1, Math.ceil((endsAtMs - Date.parse(ctx.now)) / 1000)),
  )
}

/** Count a request in the minute that began with the first one after the last minute. One too many writes nothing. */
async function countRequest(ctx: Context, integrationId: number): Promise<void> {
  if (!ctx.services.settings.rateLimits) return
  const isOver = sql`minute_began_at <= ${ctx.now}::timestamptz - interval '1 minute'`
  const { rows } = await sql<{ minuteBeganAt: string; isAdmitted: boolean }>`
    with counted as (
      update alert_integrations set minute_count = case when ${isOver} then 1 else minute_count + 1 end,
        minute_alerts = case when ${isOver} then 0 else minute_alerts end,
        minute_began_at = case when ${isOver} then ${ctx.now}::timestamptz else minute_began_at end
      where id = ${integrationId} and (${isOver}
        or (minute_count < ${alertLimits.requestsPerMinute} and minute_alerts < ${alertLimits.alertsPerMinute})) returning id
    )
    select iso(minute_began_at) as minute_began_at, exists (select 1 from counted) as is_admitted
    from alert_integrations where id = ${integrationId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined || row.isAdmitted) return
  throw tooMany(ctx, row.minuteBeganAt)
}

/** The token in an `Authorization` header: a bearer token, or the password of basic authentication. */
function tokenOf(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(Bearer|Basic)\s+(\S+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value === '' ? null : value
  const text = Buffer.from(value, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null
}
