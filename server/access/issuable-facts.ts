import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts } from './facts.ts'
import { projectFacts, type Sight } from './namespace-facts.ts'

/**
 * The facts of an issuable of a project as one JSON column, for an actor.
 *
 * @param issuable  the name under which `issuables` stands in the statement
 * @param namespace  the name under which its project's `namespaces` row stands
 */
export function issuableFacts(actor: Sight, issuable: string, namespace: string): RawBuilder<IssuableFacts> {
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const isAssignee =
    actor.kind === 'user'
      ? sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = ${i('id')} and fa.user_id = ${actor.id})`
      : sql`false`
  return sql<IssuableFacts>`json_build_object('namespace', ${projectFacts(actor, namespace)}, 'type', ${i('type')},
    'confidential', ${i('confidential')}, 'hidden', ${i('hidden')}, 'locked', ${i('discussion_locked')},
    'state', ${i('state')}, 'authorId', ${i('author_id')}, 'isAssignee', ${isAssignee})`
}
