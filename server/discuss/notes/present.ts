import { type RawBuilder, sql } from 'kysely'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { Settings } from '#server/settings.ts'
import { suggestionsJson } from '../suggestions/present.ts'
import { commitOfDiscussion, positionOfDiscussion } from './positions/position.ts'

/** System notes that the API tells as resource events and not as notes. @source rest.md 7.1 */
const resourceActions = ['label', 'milestone', 'closed', 'opened', 'reopened', 'weight', 'iteration'] as const

/** Whether a note is one in the sense of the REST API. */
export const isApiNote = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.system_action`)} is null or not ${sql.ref(`${alias}.system_action`)} = any (${[...resourceActions]}::text[]))`

/**
 * The REST API's Note as JSON made by PostgreSQL.
 *
 * Stands in a statement with `notes n`, `issuables i`, `users author` and (left) `users resolver`.
 *
 * @param position  the position of a note in a diff; null where no note has one, which makes the statement shorter
 */
export function noteJson(
  settings: Settings,
  position: RawBuilder<unknown> | null = positionOfDiscussion(),
): RawBuilder<unknown> {
  const start = sql`'id', n.id, 'type', n.type, 'body', n.body, 'author', ${userBasicJson(settings, 'author')},
    'created_at', iso(n.created_at), 'updated_at', iso(n.updated_at), 'system', n.system, 'noteable_id', n.issuable_id,
    'noteable_type', ${noteableTypeSql('i')},
    'project_id', n.namespace_id, 'noteable_iid', case when i.series <> 'commit' then i.iid end, 'resolvable', n.resolvable`
  const end = sql`'confidential', n.internal, 'internal', n.internal, 'imported', false, 'imported_from', 'none',
    'commands_changes', json_object('{}')`
  const resolution = sql`'resolved', n.resolved_at is not null, 'resolved_by', ${userBasicJson(settings, 'resolver')},
    'resolved_at', iso(n.resolved_at)`
  const inDiff = sql`when n.type = 'DiffNote' then json_build_object(${start}, 'commit_id', ${commitOfDiscussion}, 'position', ${position}, 'suggestions', ${suggestionsJson}, ${resolution}, ${end})`
  const ofCommit = sql`when i.series = 'commit' then json_build_object(${start}, 'commit_id', (select c.sha from discussed_commits c where c.id = i.id),
    'position', ${position === null ? sql`null` : sql`case when n.type = 'DiffNote' then ${position} end`}, ${resolution}, ${end})`
  return sql`case ${ofCommit} ${position === null ? sql`` : inDiff} when n.resolvable then json_build_object(${start}, ${resolution}, ${end})
    else json_build_object(${start}, ${end}) end`
}

/** What `noteJson` stands on. */
export const noteJoins: RawBuilder<unknown> = sql`join issuables i on i.id = n.issuable_id
  join users author on author.id = n.author_id left join users resolver on resolver.id = n.resolved_by_id`
