import { sql } from 'kysely'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import { type Context, transact } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { alertBot } from '#server/foundation/users/automation.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { endAlert } from '../change/set-status.ts'
import { type AlertRow, alertOf, alertTopics } from '../find.ts'
import { admit, countAlertsOf, type ReceiverKey, type ReceivingProject } from './admit.ts'
import { createAlert, episodeStart, fingerprintLock, type NamedAlert, openTogether } from './create.ts'
import { type ReceivedAlert, readPayload } from './payload.ts'
import { isObject } from './plain-json.ts'

const mostAttempts = 5

/**
 * Take in the alerts of a payload: a repeated one raises the count of the open alert with its fingerprint, one that is over resolves this
 * alert, and any other becomes a new alert. Those that page nobody by themselves are opened together, each other one in a transaction of its
 * own.
 *
 * @returns the alerts that were opened or changed
 * @throws Unauthenticated  · @throws Forbidden  · @throws RateLimited  see `admit`
 * @throws Unprocessable  it is not a payload of alerts
 */
export async function receiveAlerts(
  outer: Context,
  key: ReceiverKey,
  payload: unknown,
): Promise<readonly NamedAlert[]> {
  const admitted = await admit(outer, key)
  return takeAlerts(outer, admitted, payload, number => countAlertsOf(outer, admitted, number))
}

/**
 * The same for a caller who has been admitted. @param count  called with the number of alerts before they are accepted
 */
export async function takeAlerts(
  outer: Context,
  project: ReceivingProject,
  payload: unknown,
  count?: (number: number) => Promise<void>,
): Promise<readonly NamedAlert[]> {
  if (!isObject(payload)) throw new Unprocessable('The payload must be a JSON object')
  const received = readPayload(payload, outer.now, project.mapping)
  await count?.(received.length)
  const ctx = { ...outer, actor: await alertBot(outer.db) }
  const taken = new Map<ReceivedAlert, NamedAlert | null>(
    await transact(ctx, inner => repeatOpen(inner, project, received)),
  )
  const rest = () => received.filter(alert => !taken.has(alert))
  const ended = new Set(
    received.flatMap(({ endedAt, fingerprint }) => (endedAt === null ? [] : fingerprint.toString('hex'))),
  )
  // The order counts for one that also ends in this payload.
  const isFiring = ({ fingerprint }: ReceivedAlert) => !ended.has(fingerprint.toString('hex'))
  while (rest().length > 0) {
    const firing = rest().filter(isFiring)
    for (const [alert, opened] of await transact(ctx, inner => openTogether(inner, project, firing)))
      taken.set(alert, opened)
    // Those that are left begin groups: so many, that the others may join the group of the flood.
    for (const alert of distinct(rest()).slice(0, alertLimits.groupsBeforeFlood + 1))
      taken.set(alert, await takeOne(ctx, project, alert))
  }
  return received.flatMap(alert => {
    const named = taken.get(alert)
    return named == null ? [] : [{ iid: named.iid, title: named.title }]
  })
}

/** The first alert of each service: the others may join its group. One that ended stands for itself. */
function distinct(alerts: readonly ReceivedAlert[]): readonly ReceivedAlert[] {
  const seen = new Set<string>()
  return alerts.filter(({ service, endedAt }) => {
    if (endedAt !== null || service === '') return true
    if (seen.has(service)) return false
    seen.add(service)
    return true
  })
}

/**
 * A concurrent request may reopen an alert with the fingerprint while a new one is created: then the next attempt finds
 * it.
 */
async function takeOne(ctx: Context, project: ReceivingProject, alert: ReceivedAlert): Promise<NamedAlert | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(ctx, inner => take(inner, project, alert))
    } catch (error) {
      if (attempt === mostAttempts || !isTaken(error, 'alerts_open_by_fingerprint')) throw error
    }
  }
}

async function take(ctx: Context, project: ReceivingProject, alert: ReceivedAlert): Promise<NamedAlert | null> {
  // Two events of one alert that come at the same time make one alert.
  const key = fingerprintLock(project.id, alert.fingerprint.toString('hex'))
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db)
  const known = await openAlert(ctx, project.id, alert.fingerprint)
  if (known === null) return alert.endedAt === null ? createAlert(ctx, project, alert) : null
  if (alert.endedAt !== null) {
    // A recovery from before the newest episode came late: it is that of an earlier one.
    if (known.episodeStartedAt !== null && Date.parse(alert.endedAt) < Date.parse(known.episodeStartedAt)) return null
    await endAlert(ctx, known.alert, alert.endedAt)
  } else await repeat(ctx, known.alert, episodeStart(alert))
  return known.alert
}

interface OpenAlert {
  readonly alert: AlertRow
  /** ISO 8601; null while its monitoring tool has named no start. */
  readonly episodeStartedAt: string | null
}

async function openAlert(ctx: Context, projectId: number, fingerprint: Buffer): Promise<OpenAlert | null> {
  const { rows } = await sql<{ id: number; episodeStartedAt: string | null }>`
    select id, iso(episode_started_at) as episode_started_at from alerts
    where namespace_id = ${projectId} and fingerprint = ${fingerprint} and is_open`.execute(ctx.db)
  const [row] = rows
  const alert = row === undefined ? null : await alertOf(ctx, row.id)
  return row === undefined || alert === null ? null : { alert, episodeStartedAt: row.episodeStartedAt }
}

/**
 * Count the alerts of a payload that are open already, in three statements for all: monitoring tools send those that still fire again and
 * again.
 */
async function repeatOpen(
  ctx: Context,
  project: ReceivingProject,
  received: readonly ReceivedAlert[],
): Promise<readonly (readonly [ReceivedAlert, NamedAlert])[]> {
  const byFingerprint = Map.groupBy(
    received.filter(({ endedAt }) => endedAt === null),
    ({ fingerprint }) => fingerprint.toString('hex'),
  )
  // The order counts for one that also ends in this payload.
  for (const { endedAt, fingerprint } of received)
    if (endedAt !== null) byFingerprint.delete(fingerprint.toString('hex'))
  const given = [...byFingerprint].map(([fingerprint, alerts]) => ({
    fingerprint,
    count: alerts.length,
    episode: alerts.map(episodeStart).findLast(start => start !== null) ?? null,
  }))
  if (given.length === 0) return []
  const { rows: locked } = await sql<{ id: number }>`
    select i.id from alerts al join issuables i on i.id = al.id
    where al.namespace_id = ${project.id} and al.is_open
      and al.fingerprint = any (array(select decode(f, 'hex') from unnest(${given.map(each => each.fingerprint)}::text[]) f))
    order by i.id for no key update of i`.execute(ctx.db)
  if (locked.length === 0) return []
  const { rows } = await sql<{ id: number; fingerprint: string }>`
    with repeated as (update alerts al set event_count = least(al.event_count::bigint + g.count, 2147483647)::integer, last_event_at = ${ctx.now}::timestamptz,
        episode_started_at = greatest(al.episode_started_at, g.episode)
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(fingerprint text, count integer, episode timestamptz)
      where al.id = any (${locked.map(({ id }) => id)}::bigint[]) and al.is_open and al.fingerprint = decode(g.fingerprint, 'hex')
      returning al.id, g.fingerprint),
    touched as (update issuables i set updated_at = ${ctx.now}::timestamptz from repeated where i.id = repeated.id)
    select id, fingerprint from repeated`.execute(ctx.db)
  const alerts = await concurrently(ctx.db, rows, ({ id }) => alertOf(ctx, id))
  const named: (readonly [ReceivedAlert, NamedAlert])[] = []
  for (const [index, alert] of alerts.entries()) {
    if (alert === null) continue
    await recordRepeated(ctx, alert)
    for (const each of byFingerprint.get(rows[index]?.fingerprint ?? '') ?? []) named.push([each, alert])
  }
  return named
}

/** @param episode  ISO 8601; when the episode of the event began, if its monitoring tool says so */
async function repeat(ctx: Context, alert: AlertRow, episode: string | null): Promise<void> {
  await sql`update issuables set updated_at = ${ctx.now}::timestamptz where id = ${alert.id}`.execute(ctx.db)
  await sql`update alerts set event_count = least(event_count + 1, 2147483647), last_event_at = ${ctx.now}::timestamptz,
    episode_started_at = greatest(episode_started_at, ${episode}::timestamptz) where id = ${alert.id}`.execute(ctx.db)
  await recordRepeated(ctx, alert)
}

const recordRepeated = (ctx: Context, alert: AlertRow): Promise<void> =>
  ctx.events.record(
    'alert.repeated',
    { alertId: alert.id },
    { namespaceId: alert.namespaceId, topics: alertTopics(alert) },
  )
