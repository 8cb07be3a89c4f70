import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#server/settings.ts'

/** Whether a milestone is expired: open, and its due date has passed. */
export function isExpired(milestone: string, today: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const m = (column: string) => sql.ref(`${milestone}.${column}`)
  return sql<boolean>`(${m('state')} = 'active' and ${m('due_date')} is not null and ${m('due_date')} < ${today}::date)`
}

/** What a row tells of its milestone, as pairs for `json_build_object`. */
export function milestonePairs(milestone: string, today: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const m = (column: string) => sql.ref(`${milestone}.${column}`)
  return sql`'id', ${m('id')}, 'title', ${m('title')}, 'due_date', ${m('due_date')}, 'expired', ${isExpired(milestone, today)}`
}

/** A milestone's address. */
export function milestoneUrl(settings: Settings, milestone: string, namespace: string): RawBuilder<string> {
  return sql<string>`${sql.lit(settings.externalUrl)} ||
    case when ${sql.ref(`${namespace}.kind`)} = 'group' then '/groups/' else '/' end
    || ${sql.ref(`${namespace}.full_path`)} || '/-/milestones/' || ${sql.ref(`${milestone}.iid`)}`
}

/**
 * The Milestone shape as JSON made by PostgreSQL; null where there is no milestone.
 *
 * @param milestone  the name under which `milestones` stands in the statement
 * @param namespace  the name under which its namespace stands
 * @param today  yyyy-mm-dd, or SQL for it
 */
export function milestoneJson(
  settings: Settings,
  milestone: string,
  namespace: string,
  today: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const m = (column: string) => sql.ref(`${milestone}.${column}`)
  const n = (column: string) => sql.ref(`${namespace}.${column}`)
  return sql`case when ${m('id')} is not null then json_build_object('id', ${m('id')}, 'iid', ${m('iid')},
    case when ${n('kind')} = 'group' then 'group_id' else 'project_id' end, ${m('namespace_id')},
    'title', ${m('title')}, 'description', ${m('description')}, 'state', ${m('state')},
    'created_at', iso(${m('created_at')}), 'updated_at', iso(${m('updated_at')}), 'due_date', ${m('due_date')},
    'start_date', ${m('start_date')}, 'expired', ${isExpired(milestone, today)},
    'web_url', ${milestoneUrl(settings, milestone, namespace)}) end`
}
