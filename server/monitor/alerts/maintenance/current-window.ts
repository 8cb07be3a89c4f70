import { type RawBuilder, sql } from 'kysely'

/** SQL: the maintenance window of a project that silences alerts of a service now; the one that ends last, null without one. */
export const currentWindow = (
  projectId: RawBuilder<unknown>,
  service: RawBuilder<unknown>,
  now: string,
): RawBuilder<number | null> =>
  sql`(select w.id from maintenance_windows w where w.namespace_id = ${projectId} and w.ends_at > ${now}::timestamptz
    and w.starts_at <= ${now}::timestamptz and (w.services = '{}' or lower(${service}) = any (select lower(s) from unnest(w.services) s))
    order by w.ends_at desc limit 1)`
