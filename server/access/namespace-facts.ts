import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/context.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { accessLevel } from './access-level.ts'
import type { NamespaceFacts } from './facts.ts'

const fp = columnsOf('projects', 'fp')

/**
 * The facts of a project as one JSON column, for an actor: the facts that only groups have cost no query.
 *
 * @param alias  of `namespaces` in the statement
 */
export function projectFacts(actor: Actor, alias: string): RawBuilder<NamespaceFacts> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  const level = actor.kind === 'user' ? sql`(${accessLevel(actor.id, n('ancestor_ids'))})` : sql`0`
  return sql<NamespaceFacts>`(select ${object({
    id: n('id'),
    kind: n('kind'),
    visibility: n('visibility'),
    level,
    hasMembershipBelow: sql.lit(false),
    archived: n('inactive'),
    pendingDeletion: n('pending_deletion'),
    ownerId: n('owner_id'),
    issues: fp('issuesAccessLevel'),
    repository: fp('repositoryAccessLevel'),
    mergeRequests: fp('mergeRequestsAccessLevel'),
    environments: fp('environmentsAccessLevel'),
    releases: fp('releasesAccessLevel'),
    featureFlags: fp('featureFlagsAccessLevel'),
    projectCreation: sql.lit('developer'),
    subgroupCreation: sql.lit('maintainer'),
  })} from projects fp where fp.id = ${n('id')})`
}

/**
 * The facts of a namespace as one JSON column, for an actor.
 *
 * @param alias  of `namespaces` in the statement
 */
export function namespaceFacts(actor: Actor, alias: string): RawBuilder<NamespaceFacts> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  const level = actor.kind === 'user' ? sql`(${accessLevel(actor.id, n('ancestor_ids'))})` : sql`0`
  const below = actor.kind === 'user' ? hasMembershipBelow(actor.id, alias) : sql`false`
  return sql<NamespaceFacts>`(select ${object({
    id: n('id'),
    kind: n('kind'),
    visibility: n('visibility'),
    level,
    hasMembershipBelow: below,
    archived: n('inactive'),
    pendingDeletion: n('pending_deletion'),
    ownerId: n('owner_id'),
    issues: sql`coalesce(fp.issues_access_level, 'enabled')`,
    repository: sql`coalesce(fp.repository_access_level, 'enabled')`,
    mergeRequests: sql`coalesce(fp.merge_requests_access_level, 'enabled')`,
    environments: sql`coalesce(fp.environments_access_level, 'enabled')`,
    releases: sql`coalesce(fp.releases_access_level, 'enabled')`,
    featureFlags: sql`coalesce(fp.feature_flags_access_level, 'enabled')`,
    projectCreation: sql`coalesce(fg.project_creation_level, 'developer')`,
    subgroupCreation: sql`coalesce(fg.subgroup_creation_level, 'maintainer')`,
  })}
    from (select 1) one left join projects fp on fp.id = ${n('id')} left join groups fg on fg.id = ${n('id')})`
}

/** Whether a namespace under an alias is a group of which, or of anything below which, a user is a member. */
export const hasMembershipBelow = (userId: unknown, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.kind`)} = 'group' and has_membership_below(${userId}, ${sql.ref(`${alias}.id`)}))`
