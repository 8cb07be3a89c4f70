import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import { type SiteSettings, withStored } from './site-settings.ts'

export interface StoredSettings {
  readonly settings: SiteSettings
  /** Null while everything stands as it came. */
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

export async function storedSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('instanceSettings').select(['name', 'value', 'updatedAt']).execute()
  const times = rows.map(row => row.updatedAt).sort()
  return { settings: withStored(rows), createdAt: times[0] ?? null, updatedAt: times.at(-1) ?? null }
}

export interface Statistics {
  readonly issues: number
  readonly mergeRequests: number
  readonly notes: number
  readonly milestones: number
  readonly users: number
  readonly activeUsers: number
  readonly projects: number
  readonly forks: number
  readonly groups: number
}

/** The numbers of rows. For the two big tables, PostgreSQL's own estimate is used once they are too large to count. */
export async function statistics(db: Db): Promise<Statistics> {
  const counted = await sql<Statistics>`
    with size as (
      select relname, reltuples from pg_class where relname in ('issuables', 'notes') and relnamespace = 'public'::regnamespace
    ), big as (
      select coalesce(max(reltuples) filter (where relname = 'issuables'), 0) as issuables,
        coalesce(max(reltuples) filter (where relname = 'notes'), 0) as notes from size
    )
    select
      case when big.issuables > 200000 then big.issuables::bigint
        else (select count(*) from issuables where series = 'issue') end as issues,
      (select count(*) from issuables where type = 'merge_request') as merge_requests,
      case when big.notes > 200000 then big.notes::bigint else (select count(*) from notes where not system) end as notes,
      (select count(*) from milestones) as milestones,
      (select count(*) from users where not is_bot) as users,
      (select count(*) from users where state = 'active' and not is_bot) as active_users,
      (select count(*) from namespaces where kind = 'project') as projects,
      (select count(*) from projects where forked_from_id is not null) as forks,
      (select count(*) from namespaces where kind = 'group') as groups
    from big`.execute(db)
  const row = counted.rows[0]
  if (row === undefined) throw new Error('a count without a row')
  return row
}
