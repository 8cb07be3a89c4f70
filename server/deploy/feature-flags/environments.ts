import { sql } from 'kysely'
import { isProduction } from '#contract/deploy/feature-flags/flag-words.ts'
import type { Context } from '#server/context.ts'
import type { StoredFlag } from './find.ts'
import { isOnIn } from './serving/compile.ts'

/** Environments that are shown with a switch of their own. */
const mostShown = 30

/**
 * The environments of a project that its flags, tokens and clients name: production first.
 *
 * @source the scopes of strategies, client tokens, and reports of clients
 */
export async function knownEnvironments(ctx: Context, projectId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from (
      select c.environment_scope as name from feature_flags f join feature_flag_strategies s on s.flag_id = f.id
        join feature_flag_scopes c on c.strategy_id = s.id where f.namespace_id = ${projectId} and position('*' in c.environment_scope) = 0
      union all select name from environments where namespace_id = ${projectId} and state <> 'stopped'
      union all select unnest(off_in) from feature_flags where namespace_id = ${projectId}
      union all select environment from feature_flag_tokens where namespace_id = ${projectId} and environment is not null
      union all select e.environment from feature_flags f join feature_flag_environments e on e.flag_id = f.id where f.namespace_id = ${projectId}
    ) named`.execute(ctx.db)
  const names = rows.map(({ name }) => name)
  if (!names.some(isProduction)) names.push('production')
  return names
    .toSorted((one, other) => Number(isProduction(other)) - Number(isProduction(one)) || (one < other ? -1 : 1))
    .slice(0, mostShown)
}

/** Reports about a flag in an environment. */
export interface SeenIn {
  readonly environment: string
  readonly lastSeenAt: string
  /** Evaluations of the last hour. */
  readonly requests: number
}

/** The reports about flags of a project, as JSON over `feature_flags f`: a share of the hour before the present one counts. */
export const seenSql = (now: string) => sql<readonly SeenIn[]>`(
  select coalesce(json_agg(json_build_object('environment', e.environment, 'lastSeenAt', iso(e.last_seen_at), 'requests', (
    select coalesce(round(sum((h.yes + h.no) * case when h.hour = date_trunc('hour', ${now}::timestamptz) then 1
      else 1 - extract(epoch from ${now}::timestamptz - date_trunc('hour', ${now}::timestamptz)) / 3600 end)), 0)
    from feature_flag_hours h where h.flag_id = e.flag_id and h.environment = e.environment
      and h.hour > date_trunc('hour', ${now}::timestamptz) - interval '2 hours'))), '[]')
  from feature_flag_environments e where e.flag_id = f.id)`

/** A flag in each environment. */
export const environmentsOf = (flag: StoredFlag, names: readonly string[], seen: readonly SeenIn[]) =>
  names.map(name => {
    const reports = seen.find(({ environment }) => environment === name)
    return { name, isOn: isOnIn(flag, name), requests: reports?.requests ?? 0, lastSeenAt: reports?.lastSeenAt ?? null }
  })

/** When a client last reported a flag anywhere. */
export const lastSeen = (seen: readonly SeenIn[]): string | null =>
  seen.reduce<string | null>(
    (latest, { lastSeenAt }) => (latest === null || lastSeenAt > latest ? lastSeenAt : latest),
    null,
  )
