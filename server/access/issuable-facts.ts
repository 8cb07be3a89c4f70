import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Actor } from '#server/context.ts'
import { columnsOf, type Fields, object } from '#server/platform/sql/shape.ts'
import type { IssuableFacts, NamespaceFacts } from './facts.ts'
import { namespaceFacts, projectFacts } from './namespace-facts.ts'

/**
 * The facts of an issuable as one JSON column, for an actor.
 *
 * @param issuable  alias of `issuables`
 * @param namespace  alias of the `namespaces` row of its project or group
 * @param series  given when the statement finds only this series: for those of projects fewer tables are read
 * @param known  the facts of the namespace, where the statement has them already
 */
export function issuableFacts(
  actor: Actor,
  issuable: string,
  namespace: string,
  series?: IssuableSeries,
  known?: RawBuilder<NamespaceFacts>,
): RawBuilder<IssuableFacts> {
  const i = columnsOf('issuables', issuable)
  const fields: Fields<IssuableFacts> = {
    namespace: known ?? namespaceFactsFor(series)(actor, namespace),
    type: i('type'),
    confidential: i('confidential'),
    hidden: i('hidden'),
    locked: sql`coalesce(${i('discussionLocked')}, false)`,
    state: i('state'),
    authorId: i('authorId'),
    isAssignee: actor.kind === 'user' ? isAssignee(actor.id, issuable) : sql.lit(false),
  }
  return object(fields)
}

/** Whether a user is among the assignees. @param issuable  alias of `issuables` */
export const isAssignee = (userId: unknown, issuable: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from issuable_assignees fa where fa.issuable_id = ${sql.ref(`${issuable}.id`)} and fa.user_id = ${userId})`

/** The facts of the namespaces of a series. */
export const namespaceFactsFor = (series: IssuableSeries | undefined): typeof namespaceFacts =>
  series !== undefined && issuableKinds[series].namespace === 'project' ? projectFacts : namespaceFacts
