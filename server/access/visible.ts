import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/foundation/roles.ts'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Actor } from '#server/context.ts'
import { isAmong } from '#server/platform/sql/statement.ts'
import { readsKindIn } from './abilities/issuables.ts'
import { isAdmin, type NamespaceFacts } from './facts.ts'
import { rulesOf } from './issuable-rules.ts'
import { hasRole, levelSql } from './levels.ts'
import { hasMembershipBelow } from './namespace-facts.ts'
import {
  isParticipant,
  offersCode,
  offersFeature,
  readsConfidentialSql,
  readsIssuableSql,
  readsSeriesSql,
  seriesAmong,
  seriesWhere,
} from './reads-issuable.ts'

/**
 * SQL condition for the namespaces that an actor can see; the same rule as `project:read`.
 *
 * @param alias  of `namespaces`
 * @param level  the actor's access level there, where the statement has it already
 */
export function visibleNamespaces(actor: Actor, alias: string, level?: RawBuilder<unknown>): RawBuilder<boolean> {
  if (actor.kind === 'anonymous') return openTo(actor, alias)
  if (isAdmin(actor)) return sql<boolean>`true`
  const isMember = level === undefined ? isMemberAmong(actor.id, alias) : sql`${level} >= ${levelSql('minimal')}`
  return sql<boolean>`(${openTo(actor, alias)} or ${isMember})`
}

/**
 * Whether a user has a role in a namespace, from their memberships as a table of hashes: however many namespaces a statement asks
 * about, the memberships are read once. Minimal access counts only in its own namespace, for which the negative of the id stands.
 */
const isMemberAmong = (userId: number | RawBuilder<number>, alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from unnest(${sql.ref(`${alias}.ancestor_ids`)} || -${sql.ref(`${alias}.id`)}) held where ${isAmong(
    sql.ref('held'),
    sql`select case when hm.access_level > ${levelSql('minimal')} then hm.namespace_id else -hm.namespace_id end
      from memberships hm where hm.user_id = ${userId}`,
  )})`

/** SQL condition for the namespaces that an actor can see without being a member. */
function openTo(actor: Actor, alias: string): RawBuilder<boolean> {
  const open = actor.kind === 'anonymous' || actor.isExternal ? sql`('public')` : sql`('public', 'internal')`
  return sql<boolean>`${sql.ref(`${alias}.visibility`)} in ${open}`
}

/** An actor's access level in a namespace under an alias. */
const levelIn = (actor: Actor, alias: string): RawBuilder<unknown> =>
  actor.kind === 'user' ? sql`access_level_of(${actor.id}, ${sql.ref(`${alias}.ancestor_ids`)})` : sql`0`

/**
 * SQL condition for the projects whose environments an actor can see, of those that they can see at all; the same rule as
 * `project:read-environments`.
 *
 * @param alias  of `namespaces`
 * @param project  alias of `projects`
 */
export function visibleEnvironments(actor: Actor, alias: string, project: string): RawBuilder<boolean> {
  const feature = sql.ref(`${project}.environments_access_level`)
  if (isAdmin(actor)) return sql<boolean>`${feature} <> 'disabled'`
  const level = levelIn(actor, alias)
  return sql<boolean>`(${feature} = 'enabled' or ${feature} = 'private' and ${level} >= ${levelSql('guest')})
    and (${sql.ref(`${alias}.visibility`)} <> 'private' or ${level} >= ${levelSql('reporter')})`
}

/** SQL condition for the namespaces whose labels and milestones an actor can see; the same rule as `label:read`. */
export function visiblePlan(
  actor: Actor,
  alias: string,
  level: RawBuilder<unknown> = levelIn(actor, alias),
): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  if (isAdmin(actor)) return sql<boolean>`true`
  const isMember = actor.kind === 'user' ? sql`${level} >= ${levelSql('guest')}` : sql`false`
  return sql<boolean>`(${visibleNamespaces(actor, alias, level)} and (${n('kind')} <> 'project' or ${isMember}
    or exists (select 1 from projects vp where vp.id = ${n('id')} and vp.issues_access_level = 'enabled')))`
}

/**
 * SQL condition for a top-level group whose contacts an actor can read; the same rule as `group:read-contacts`.
 *
 * @param group  its id; null and the id of anything else have none
 */
export const readsContacts = (actor: Actor, group: RawBuilder<unknown>): RawBuilder<boolean> =>
  actor.kind === 'anonymous' ? sql<boolean>`false` : readsContactsSql(actor.id, sql`${isAdmin(actor)}::boolean`, group)

/** The same in a statement that is compiled once for all users. */
export const readsContactsSql = (
  userId: number | RawBuilder<number>,
  userIsAdmin: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(exists (select 1 from groups kg where kg.id = ${group} and kg.contacts_enabled)
  and (${userIsAdmin} or access_level_of(${userId}, array[${group}]::bigint[]) >= ${levelSql('reporter')}))`

/** SQL condition for the projects whose code an actor may read; the same rule as `project:read-code`. */
export function visibleCode(
  actor: Actor,
  namespaceAlias: string,
  projectAlias: string,
  known: RawBuilder<unknown> = levelIn(actor, namespaceAlias),
): RawBuilder<boolean> {
  const level = isAdmin(actor) ? levelSql('owner') : known
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)}
    and ${offersCode(namespaceAlias, projectAlias, level)})`
}

/** SQL condition for the projects whose releases an actor can see; the same rule as `project:read-releases`. */
export function visibleReleases(actor: Actor, namespaceAlias: string, projectAlias: string): RawBuilder<boolean> {
  const level = isAdmin(actor) ? levelSql('owner') : levelIn(actor, namespaceAlias)
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)}
    and ${offersFeature(sql.ref(`${projectAlias}.releases_access_level`), level)})`
}

/** SQL condition for the projects whose on-call schedules an actor can see; the same rule as `project:read-escalations`. */
export function visibleEscalations(actor: Actor, namespaceAlias: string, projectAlias: string): RawBuilder<boolean> {
  const level = isAdmin(actor) ? levelSql('owner') : levelIn(actor, namespaceAlias)
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)} and ${level} >= ${levelSql('reporter')}
    and ${offersFeature(sql.ref(`${projectAlias}.issues_access_level`), level)})`
}

/** SQL condition for the projects whose feature flags an actor can see; the same rule as `project:read-feature-flags`. */
export function visibleFeatureFlags(actor: Actor, namespaceAlias: string, projectAlias: string): RawBuilder<boolean> {
  const level = isAdmin(actor) ? levelSql('owner') : levelIn(actor, namespaceAlias)
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)} and ${level} >= ${levelSql('developer')}
    and ${offersFeature(sql.ref(`${projectAlias}.feature_flags_access_level`), level)})`
}

/**
 * SQL condition for the projects whose vulnerabilities and dependencies an actor can see; the same rule as `project:read-vulnerabilities`.
 */
export const visibleVulnerabilities = (actor: Actor, namespaceAlias: string): RawBuilder<boolean> =>
  isAdmin(actor) ? sql<boolean>`true` : sql<boolean>`${levelIn(actor, namespaceAlias)} >= ${levelSql('developer')}`

/** SQL condition for the groups that an actor can see; the same rule as `group:read`: also private groups above a membership. */
export function visibleGroups(actor: Actor, alias: string): RawBuilder<boolean> {
  if (actor.kind === 'anonymous' || isAdmin(actor)) return visibleNamespaces(actor, alias)
  return sql<boolean>`(${visibleNamespaces(actor, alias)} or ${isAbove(actor.id, alias)})`
}

/** Whether a namespace is one in which, or below which, a user has a role. */
export const isAbove = (userId: number | RawBuilder<number>, alias: string): RawBuilder<boolean> =>
  isAmong(
    sql.ref(`${alias}.id`),
    sql`select unnest(vd.ancestor_ids) from memberships vm join namespaces vd on vd.id = vm.namespace_id where vm.user_id = ${userId}`,
  )

/** A namespace that the statement has read already, with the actor's access level there. */
export interface KnownNamespace {
  /** A row with the columns `id`, `kind`, `visibility` and `level`, and for a project its `…_access_level`. */
  readonly alias: string
}

interface VisibleIssuablesOptions {
  /** Only issuables of this series. For a series of projects the condition reads no groups. */
  readonly series?: IssuableSeries
  /** Their namespace, when it is read already: the condition is much cheaper then. */
  readonly within?: NamespaceFacts | KnownNamespace
}

/** SQL condition for the issuables that an actor can see; the same rule as `issuable:read`. @param alias  of `issuables` */
export function visibleIssuables(
  actor: Actor,
  alias: string,
  { series, within }: VisibleIssuablesOptions = {},
): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${alias}.${column}`)
  const parts: RawBuilder<boolean>[] = []
  if (series !== undefined) parts.push(sql<boolean>`${i('series')} = ${sql.lit(series)}`)
  if (!isAdmin(actor)) parts.push(sql<boolean>`not ${i('hidden')}`)
  const readIn = (namespace: string, project: string, level: RawBuilder<unknown>) => {
    const reader = {
      level: isAdmin(actor) ? levelSql('owner') : level,
      isOpen: openTo(actor, namespace),
      hasMembershipBelow: actor.kind === 'user' ? hasMembershipBelow(actor.id, namespace) : sql<boolean>`false`,
      isParticipant: participates(actor, alias),
    }
    return readsIssuableSql(reader, { issuable: alias, namespace, project }, series)
  }
  if (within === undefined) {
    const join = series !== undefined && issuableKinds[series].namespace === 'project' ? sql`join` : sql`left join`
    parts.push(sql<boolean>`exists (select 1 from namespaces vn ${join} projects vp on vp.id = vn.id
      where vn.id = ${i('namespace_id')} and ${readIn('vn', 'vp', levelIn(actor, 'vn'))})`)
  } else if ('alias' in within) parts.push(readIn(within.alias, within.alias, sql.ref(`${within.alias}.level`)))
  else parts.push(readKnown(actor, alias, within, series))
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/**
 * A select of the projects in which an actor can read issues, or another series: `id`, the columns of `KnownNamespace`, and the counters of their issues.
 * A statement about the issues of many projects finds them once, as a materialized `places`, and asks of each issue no more than
 * `visibleIssuables(within: { alias })` or `visibleInPlaces` do.
 *
 * @param within  a condition on `namespaces n`
 */
export function projectsWith(series: IssuableSeries, actor: Actor, within: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select p.* from (${placesOf(actor, sql`n.kind = 'project' and ${within}`, [...new Set([rulesOf(series).readBy ?? 'planner', 'planner', 'guest'] as const)])}) p
    where ${readsInPlace(actor, series)}`
}

/** The same for issuables of every series: projects and groups, whether the actor can read something there or not. */
export const placesOfIssuables = (actor: Actor, within: RawBuilder<unknown>): RawBuilder<unknown> =>
  placesOf(actor, within, ['developer', 'planner', 'guest', 'minimal'])

/**
 * A select of the ids of the projects whose milestones an actor can see, and of the groups that they can open. For many namespaces it
 * costs much less than `visiblePlan` and `visibleGroups` for each of them.
 *
 * @param within  a condition on `namespaces n`
 */
export const plansAmong = (actor: Actor, within: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select p.id from (${placesOf(actor, within, ['guest', 'minimal'])}) p
    where case when p.kind = 'group' then ${visibleGroups(actor, 'p')} else ${visiblePlan(actor, 'p', sql.ref('p.level'))} end`

function placesOf(actor: Actor, within: RawBuilder<unknown>, roles: readonly Role[]): RawBuilder<unknown> {
  const level = isAdmin(actor) ? levelSql('owner') : levelAmong(actor, 'n', roles)
  // With an offset the level is computed once for each row, not once for each comparison.
  return sql`select n.id, n.kind, n.visibility, n.ancestor_ids, n.former_ancestor_ids, p.issues_access_level, p.repository_access_level,
      p.merge_requests_access_level, p.open_issues_count, p.closed_issues_count, p.open_confidential_issues_count,
      p.closed_confidential_issues_count, ${level} as level
    from namespaces n left join projects p on p.id = n.id where ${within} offset 0`
}

function readsInPlace(actor: Actor, series: IssuableSeries): RawBuilder<boolean> {
  const reader = {
    level: sql.ref('p.level'),
    isOpen: openTo(actor, 'p'),
    hasMembershipBelow: actor.kind === 'user' ? hasMembershipBelow(actor.id, 'p') : sql<boolean>`false`,
  }
  return readsSeriesSql(reader, [series], sql.lit(series), { namespace: 'p', project: 'p' })
}

/**
 * The condition for issuables of the namespaces in a `places`; the same rule as `issuable:read`.
 *
 * @param series  that of a `places` of `projectsWith`; left out for one of `placesOfIssuables`
 */
export function visibleInPlaces(actor: Actor, alias: string, series?: IssuableSeries): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${alias}.${column}`)
  const isIn = (condition: RawBuilder<boolean>) =>
    isAmong(i('namespace_id'), sql`select p.id from places p where ${condition}`)
  const reads =
    series === undefined
      ? sql<boolean>`case ${i('series')} ${sql.join(
          seriesAmong().map(each => sql`when ${sql.lit(each)} then ${isIn(readsInPlace(actor, each))}`),
          sql` `,
        )} end`
      : sql<boolean>`${i('series')} = ${sql.lit(series)} and ${isIn(sql<boolean>`true`)}`
  const planned = isIn(sql<boolean>`p.level >= ${levelSql('planner')}`)
  const parts = [
    ...(isAdmin(actor) ? [] : [sql<boolean>`not ${i('hidden')}`]),
    reads,
    readsConfidentialSql(alias, seriesAmong(series), planned, participates(actor, alias)),
  ]
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/**
 * The state of an issuable from a copy in which `hidden` stands for the state of a hidden one. Only administrators read past it.
 *
 * @param alias  of a row with `issuable_id` and `state`, such as one of `issuable_assignees`
 */
export function copiedState(actor: Actor, alias: string): RawBuilder<unknown> {
  const state = sql.ref(`${alias}.state`)
  if (!isAdmin(actor)) return state
  return sql`case when ${state} = 'hidden' then (select ci.state from issuables ci where ci.id = ${sql.ref(`${alias}.issuable_id`)})
    else ${state} end`
}

/**
 * A condition that decides without the issuable's row where it can: a `places` of `placesOfIssuables` in which the actor reads
 * everything that is not hidden.
 *
 * @param ids  of the namespace and the issuable
 */
export function readsAllInPlaces(
  actor: Actor,
  ids: { readonly namespace: RawBuilder<unknown>; readonly issuable: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const reads = seriesAmong().map(
    each =>
      sql`case when p.kind = ${sql.lit(issuableKinds[each].namespace)} then ${readsInPlace(actor, each)} else true end`,
  )
  return sql<boolean>`(${isAmong(ids.namespace, sql`select p.id from places p where p.level >= ${levelSql('planner')} and ${sql.join(reads, sql` and `)}`)}
    and ${isNotHidden(ids.issuable)})`
}

/**
 * The condition on a row of `places p` of `placesOfIssuables` that the actor is a planner or more there and reads the issuables of a
 * series: all that are not hidden, confidential ones too.
 */
export const readsAsPlanner = (actor: Actor, series: IssuableSeries): RawBuilder<boolean> =>
  sql<boolean>`(p.level >= ${levelSql('planner')} and ${readsInPlace(actor, series)})`

/** The condition that an issuable is not hidden. @param id  of the issuable */
export const isNotHidden = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not ${isAmong(id, sql`select hi.id from issuables hi where hi.hidden`)})`

/**
 * An actor's access level in each of many namespaces, rounded down to one of some roles, the highest first. The memberships are read
 * once and looked up in a table of hashes, where `levelIn` reads them for each namespace. Minimal access counts only in its own.
 */
function levelAmong(actor: Actor, alias: string, roles: readonly Role[]): RawBuilder<unknown> {
  if (actor.kind === 'anonymous') return sql`0`
  const above = sql.ref(`${alias}.ancestor_ids`)
  const holds = (role: Role) => {
    const held = sql`select hm.namespace_id from memberships hm where hm.user_id = ${actor.id} and hm.access_level >= ${levelSql(role)}`
    return role === 'minimal'
      ? isAmong(sql.ref(`${alias}.id`), held)
      : sql`exists (select 1 from unnest(${above}) held where ${isAmong(sql.ref('held'), held)})`
  }
  return sql`case ${sql.join(
    roles.map(role => sql`when ${holds(role)} then ${levelSql(role)}`),
    sql` `,
  )} else 0 end`
}

/** The condition within a namespace whose facts are loaded: most of it is decided before the statement runs. */
function readKnown(
  actor: Actor,
  alias: string,
  within: NamespaceFacts,
  series: IssuableSeries | undefined,
): RawBuilder<boolean> {
  const among = seriesAmong(series)
  const readable = seriesWhere(alias, among, each => readsKindIn(actor, within, each))
  if (hasRole(actor, within, 'planner')) return readable
  const participants = seriesWhere(alias, among, each => rulesOf(each).participantsReadConfidential)
  return sql<boolean>`${readable} and (not ${sql.ref(`${alias}.confidential`)} or (${participants} and ${participates(actor, alias)}))`
}

const participates = (actor: Actor, alias: string): RawBuilder<boolean> =>
  actor.kind === 'user' ? isParticipant(actor.id, alias) : sql<boolean>`false`
