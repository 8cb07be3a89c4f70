import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import type { Db } from '#server/platform/sql/database.ts'

interface FlagCount {
  readonly projectId: number
  readonly flag: string
  readonly environment: string
  /** ISO 8601, of the full hour. */
  readonly hour: string
  yes: number
  no: number
}

/** Evaluations wait so long to be stored together. */
const storeEveryMs = 2_000
/** Counts of one client reach no more than this: it is a mistake, or worse. */
const mostOfOneReport = 1_000_000_000
const mostEnvironments = 50

/** Evaluations that clients reported and that are not stored yet. They wait while the database is away. */
export class FlagUsage {
  readonly #db: Db
  readonly #log: Logger
  readonly #waiting = new ByteCache<string, FlagCount>({
    name: 'feature flag usage',
    // Some 3,000 pairs of a flag and an environment within two seconds.
    maxBytes: 1024 * 1024,
    sizeOf: (_count, key) => 200 + key.length * 4,
  })
  readonly #usedTokens = new ByteCache<number, true>({
    name: 'used feature flag tokens',
    maxBytes: 64 * 1024,
    sizeOf: () => 16,
  })
  #timer: NodeJS.Timeout | null = null
  #storing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Count evaluations of a flag in the present hour. Numbers that are none count as 0. */
  count(
    projectId: number,
    environment: string,
    flag: string,
    { yes, no }: { readonly yes: unknown; readonly no: unknown },
  ): void {
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`
    const key = JSON.stringify([projectId, flag, environment, hour])
    const known = this.#waiting.get(key) ?? { projectId, flag, environment, hour, yes: 0, no: 0 }
    known.yes += numberIn(yes)
    known.no += numberIn(no)
    this.#waiting.set(key, known)
    this.#schedule()
  }

  /** Note that a token is in use. */
  use(tokenId: number): void {
    this.#usedTokens.set(tokenId, true)
    this.#schedule()
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.store(), storeEveryMs).unref()
  }

  /** Store what waits. Counts that cannot be stored wait on. */
  store(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#storing = this.#storing.then(() => this.#storeNow())
    return this.#storing
  }

  async #storeNow(): Promise<void> {
    const counts: FlagCount[] = []
    const tokenIds: number[] = []
    this.#waiting.deleteWhere((_key, count) => counts.push(count) > 0)
    this.#usedTokens.deleteWhere(id => tokenIds.push(id) > 0)
    if (counts.length === 0 && tokenIds.length === 0) return
    try {
      await storeCounts(this.#db, counts)
      if (tokenIds.length > 0)
        await sql`update feature_flag_tokens set last_used_at = now() where id = any (${tokenIds}::bigint[])`.execute(
          this.#db,
        )
    } catch (error) {
      this.#log.warn({ err: error }, 'usage of feature flags could not be stored')
      for (const { projectId, flag, environment, hour, yes, no } of counts) {
        const key = JSON.stringify([projectId, flag, environment, hour])
        const since = this.#waiting.get(key)
        this.#waiting.set(key, {
          projectId,
          flag,
          environment,
          hour,
          yes: yes + (since?.yes ?? 0),
          no: no + (since?.no ?? 0),
        })
      }
      this.#schedule()
    }
  }
}

const numberIn = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.min(Math.floor(value), mostOfOneReport) : 0

/** Add counts to those of the hour. Names of environments are the clients' own: only so many of a flag are kept. */
async function storeCounts(db: Db, counts: readonly FlagCount[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.map(({ projectId, ...rest }) => ({ project_id: projectId, ...rest }))
  await sql`
    with reported as (
      select f.id as flag_id, g.environment, g.hour, g.yes, g.no, e.flag_id is not null as is_known,
        dense_rank() over (partition by f.id, e.flag_id is not null order by g.environment) as place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(project_id bigint, flag text, environment text, hour timestamptz, yes bigint, no bigint)
      join feature_flags f on f.namespace_id = g.project_id and f.name = g.flag
      left join feature_flag_environments e on e.flag_id = f.id and e.environment = g.environment
    ), given as (
      select flag_id, environment, hour, yes, no from reported r
      where is_known or place + (select count(*) from feature_flag_environments e where e.flag_id = r.flag_id) <= ${mostEnvironments}
      order by flag_id, environment, hour
    ), seen as (
      insert into feature_flag_environments as e (flag_id, environment, last_seen_at)
      select flag_id, environment, now() from given group by 1, 2 order by 1, 2
      on conflict (flag_id, environment) do update set last_seen_at = excluded.last_seen_at
    )
    insert into feature_flag_hours as h (flag_id, environment, hour, yes, no) select * from given
    on conflict (flag_id, environment, hour) do update set yes = h.yes + excluded.yes, no = h.no + excluded.no`.execute(
    db,
  )
}
