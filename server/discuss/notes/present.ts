import { type RawBuilder, sql } from 'kysely'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'
import { isOfShaSeries } from '../references/page-path.ts'
import { suggestionsJson } from '../suggestions/present.ts'
import { commitOfDiscussion, positionOfDiscussion } from './positions/position.ts'

const n = columnsOf('notes', 'n')

/** System notes that the API returns as resource events and not as notes. @source rest.md 7.1 */
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
  const start = {
    ...n.fields('id', 'type', 'body'),
    author: userBasicJson(settings, 'author'),
    ...n.moments('createdAt', 'updatedAt'),
    ...n.fields('system'),
    noteable_id: n('issuableId'),
    noteable_type: noteableTypeSql('i'),
    project_id: n('namespaceId'),
    noteable_iid: sql`case when not ${isOfShaSeries('i')} then i.iid end`,
    ...n.fields('resolvable'),
  }
  const end = {
    confidential: n('internal'),
    ...n.fields('internal'),
    imported: sql.lit(false),
    imported_from: sql.lit('none'),
    commands_changes: sql`json_object('{}')`,
  }
  const resolution = {
    resolved: sql`n.resolved_at is not null`,
    resolved_by: userBasicJson(settings, 'resolver'),
    resolved_at: sql`iso(n.resolved_at)`,
  }
  const inDiff = {
    ...start,
    commit_id: commitOfDiscussion,
    position: position ?? sql`null`,
    suggestions: suggestionsJson,
    ...resolution,
    ...end,
  }
  const ofCommit = {
    ...start,
    commit_id: sql`(select c.sha from discussed_commits c where c.id = i.id)`,
    position: position === null ? sql`null` : sql`case when n.type = 'DiffNote' then ${position} end`,
    ...resolution,
    ...end,
  }
  return sql`case when i.series = 'commit' then ${object(ofCommit)}
    ${position === null ? sql`` : sql`when n.type = 'DiffNote' then ${object(inDiff)}`}
    when n.resolvable then ${object({ ...start, ...resolution, ...end })} else ${object({ ...start, ...end })} end`
}

/** The joins that `noteJson` needs. */
export const noteJoins: RawBuilder<unknown> = sql`join issuables i on i.id = n.issuable_id
  join users author on author.id = n.author_id left join users resolver on resolver.id = n.resolved_by_id`
