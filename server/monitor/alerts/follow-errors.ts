import { sql } from 'kysely'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import { errorPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { anonymous, type Context } from '#server/context.ts'
import { later } from '#server/slice.ts'
import { takeAlerts } from './receive/receive.ts'

interface TrackedError {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly level: string
  readonly platform: string
  readonly release: string
  readonly projectId: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
}

/** The severity of an alert, by the level of its error. Other levels are high, as errors are. */
const severities: Readonly<Record<string, string>> = {
  fatal: 'critical',
  error: 'high',
  warning: 'medium',
  info: 'low',
  debug: 'info',
}

/** Errors become alerts where the project wants it, and an error that is resolved or ignored ends its alert. */
export const errorFollowers = [
  later('error.occurred', async (ctx, { payload: { errorIds } }) => {
    for (const error of await errorsThatAlert(ctx, errorIds)) await send(ctx, error, payloadOf(ctx, error))
  }),
  later('error.status_changed', async (ctx, { payload: { errorId, to }, createdAt }) => {
    if (to === 'unresolved') return
    for (const error of await errorsThatAlert(ctx, [errorId]))
      await send(ctx, error, { fingerprint: fingerprintOf(error), end_time: createdAt })
  }),
]

async function errorsThatAlert(ctx: Context, ids: readonly number[]): Promise<readonly TrackedError[]> {
  const { rows } = await sql<TrackedError>`
    select t.id, t.name, t.description, t.level, t.platform, coalesce(t.last_release, '') as release,
      n.id as project_id, n.full_path, n.ancestor_ids
    from tracked_errors t join alert_settings s on s.id = t.namespace_id and s.errors_create_alerts join namespaces n on n.id = t.namespace_id
    where t.id = any (${[...ids]}::bigint[]) and not n.inactive order by t.id`.execute(ctx.db)
  return rows
}

const fingerprintOf = ({ id }: TrackedError): string => `error ${id}`

const payloadOf = (ctx: Context, error: TrackedError) => ({
  title: [error.name, error.description].filter(Boolean).join(': ').slice(0, alertLimits.title),
  description: error.description,
  severity: severities[error.level] ?? 'high',
  monitoring_tool: 'Error tracking',
  fingerprint: fingerprintOf(error),
  error: `${ctx.services.settings.externalUrl}${errorPath(error.fullPath, error.id)}`,
  release: error.release,
  platform: error.platform,
})

async function send(ctx: Context, { projectId: id, fullPath, ancestorIds }: TrackedError, payload: object) {
  await takeAlerts(
    { ...ctx, actor: anonymous },
    { id, fullPath, ancestorIds, mapping: {}, integrationId: null },
    payload,
  )
}
