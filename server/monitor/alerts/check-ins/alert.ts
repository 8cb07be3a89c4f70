import { type RawBuilder, sql } from 'kysely'
import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'
import { checkInPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { anonymous, type Context } from '#server/context.ts'
import { takeAlerts } from '../receive/receive.ts'
import type { Expectation } from './schedule.ts'

/** The columns from which the alert of a check-in is made, over `check_ins c` and `namespaces n`. */
export const alertedColumns = sql`c.id, c.name, c.service, c.severity, c.every_minutes, c.cron, c.time_zone, c.grace_minutes,
  iso(c.last_at) as last_at, iso(c.due_at) as due_at, iso(c.missing_since) as missing_since, n.id as project_id, n.full_path, n.ancestor_ids`

export interface AlertedCheckIn extends Expectation {
  readonly id: number
  readonly name: string
  readonly service: string
  readonly severity: AlertSeverity
  readonly lastAt: string | null
  readonly dueAt: string | null
  readonly missingSince: string | null
  readonly projectId: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
}

const fingerprintOf = (id: number): string => `check-in ${id}`

/** SQL: the open alert of `check_ins c`, by the hash of its fingerprint. */
export const isOpenAlertOf = (
  alert: RawBuilder<unknown>,
) => sql`${alert}.namespace_id = c.namespace_id and ${alert}.is_open
  and ${alert}.fingerprint = sha256(convert_to('["given","check-in ' || c.id || '"]', 'UTF8'))`

/** Alert that a check-in is missing. One that is open already counts one more event. */
export const alertMissing = (ctx: Context, checkIn: AlertedCheckIn) =>
  send(ctx, checkIn, {
    title: `${checkIn.name} did not check in`,
    description: `A call was expected ${wordsOf(checkIn)}${graceOf(checkIn)}.`,
    severity: checkIn.severity.toLowerCase(),
    service: checkIn.service,
    monitoring_tool: 'Check-ins',
    fingerprint: fingerprintOf(checkIn.id),
    start_time: checkIn.dueAt,
    check_in: `${ctx.services.settings.externalUrl}${checkInPath(checkIn.fullPath, checkIn.id)}`,
    last_check_in: checkIn.lastAt,
  })

/** End the alert, if there is one. */
export const endMissing = (ctx: Context, checkIn: AlertedCheckIn) =>
  send(ctx, checkIn, { fingerprint: fingerprintOf(checkIn.id), end_time: ctx.now })

const wordsOf = ({ everyMinutes, cron, timeZone }: Expectation): string =>
  everyMinutes === null ? `at ${cron} (${timeZone})` : `every ${minutes(everyMinutes)}`

const graceOf = ({ graceMinutes }: Expectation): string =>
  graceMinutes === 0 ? '' : `, and may be ${minutes(graceMinutes)} late`

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

const send = async (ctx: Context, { projectId: id, fullPath, ancestorIds }: AlertedCheckIn, payload: object) => {
  await takeAlerts(
    { ...ctx, actor: anonymous },
    { id, fullPath, ancestorIds, mapping: {}, integrationId: null },
    payload,
  )
}
