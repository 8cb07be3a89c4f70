import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Milestone } from '#contract/plan/shapes.ts'
import { columnsOf, object, type WireFields, wordColumn } from '#server/platform/sql/shape.ts'
import type { Wire } from '#server/platform/text/case.ts'
import type { Settings } from '#server/settings.ts'

/** Whether a milestone is expired: open, and its due date has passed. */
export function isExpired(milestone: string, today: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const m = columnsOf('milestones', milestone)
  return sql`(${m('state')} = 'active' and ${m('dueDate')} is not null and ${m('dueDate')} < ${today}::date)`
}

/** The fields of a row's milestone, as members of a JSON object. */
export function milestoneFields(milestone: string, today: string | RawBuilder<unknown>) {
  return {
    ...columnsOf('milestones', milestone).fields('id', 'title', 'dueDate'),
    expired: isExpired(milestone, today),
  }
}

/** A milestone's address. */
export function milestoneUrl(settings: Settings, milestone: string, namespace: string): RawBuilder<string> {
  return sql<string>`${sql.lit(settings.externalUrl)} ||
    case when ${sql.ref(`${namespace}.kind`)} = 'group' then '/groups/' else '/' end
    || ${sql.ref(`${namespace}.full_path`)} || '/-/milestones/' || ${sql.ref(`${milestone}.iid`)}`
}

/**
 * The Milestone shape as JSON; null where there is no milestone.
 *
 * @param milestone  the alias of `milestones` in the statement
 * @param namespace  the name under which its namespace stands
 * @param today  yyyy-mm-dd, or SQL for it
 */
export function milestoneJson(
  settings: Settings,
  milestone: string,
  namespace: string,
  today: string | RawBuilder<unknown>,
): RawBuilder<Wire<Static<typeof Milestone>> | null> {
  const m = columnsOf('milestones', milestone)
  const n = columnsOf('namespaces', namespace)
  const fields = (owner: 'project_id' | 'group_id'): WireFields<typeof Milestone> => ({
    ...m.fields('id', 'iid'),
    [owner]: m('namespaceId'),
    ...m.fields('title', 'description'),
    state: wordColumn(['active', 'closed'], m('state')),
    ...m.moments('createdAt', 'updatedAt'),
    ...m.fields('dueDate', 'startDate'),
    expired: isExpired(milestone, today),
    web_url: milestoneUrl(settings, milestone, namespace),
  })
  return sql`case when ${m('id')} is null then null when ${n('kind')} = 'group' then ${object(fields('group_id'))}
    else ${object(fields('project_id'))} end`
}
