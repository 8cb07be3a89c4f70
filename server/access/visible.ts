import { type RawBuilder, sql } from 'kysely'
import type { Actor, AnonymousActor } from '#server/context.ts'
import { isAdmin, type NamespaceFacts } from './facts.ts'
import { hasRole, levelSql } from './levels.ts'

/** Whose sight a condition is for: an actor, or one whose id has a place in a statement compiled once. */
export type Viewer =
  | AnonymousActor
  | {
      readonly kind: 'user'
      readonly id: number | RawBuilder<number>
      readonly isAdmin: boolean
      readonly isExternal: boolean
    }

/**
 * Which namespaces an actor may know of, as a condition on `namespaces` under an alias. The same sentence as `project:read`.
 *
 * @param level  the actor's access level there, where the statement has worked it out already
 */
export function visibleNamespaces(
  actor: Viewer,
  alias: string,
  level: RawBuilder<unknown> = levelIn(actor, alias),
): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  if (actor.kind === 'anonymous') return sql<boolean>`${n('visibility')} = 'public'`
  if (isAdmin(actor)) return sql<boolean>`true`
  const open = actor.isExternal ? sql`('public')` : sql`('public', 'internal')`
  return sql<boolean>`(${n('visibility')} in ${open} or ${level} >= ${levelSql('minimal')})`
}

/** An actor's access level in a namespace under an alias. */
const levelIn = (actor: Viewer, alias: string): RawBuilder<unknown> =>
  actor.kind === 'user' ? sql`access_level_of(${actor.id}, ${sql.ref(`${alias}.ancestor_ids`)})` : sql`0`

/** SQL condition for the namespaces whose labels and milestones an actor can see; the same rule as `label:read`. */
export function visiblePlan(
  actor: Viewer,
  alias: string,
  level: RawBuilder<unknown> = levelIn(actor, alias),
): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  if (isAdmin(actor)) return sql<boolean>`true`
  const isMember = actor.kind === 'user' ? sql`${level} >= ${levelSql('guest')}` : sql`false`
  return sql<boolean>`(${visibleNamespaces(actor, alias, level)} and (${n('kind')} <> 'project' or ${isMember}
    or exists (select 1 from projects vp where vp.id = ${n('id')} and vp.issues_access_level = 'enabled')))`
}

/** Whose code an actor may read: `namespaces` and `projects` under their aliases. The same sentence as `project:read-code`. */
export function visibleCode(
  actor: Actor,
  namespaceAlias: string,
  projectAlias: string,
  known: RawBuilder<unknown> = levelIn(actor, namespaceAlias),
): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${namespaceAlias}.${column}`)
  const level = isAdmin(actor) ? levelSql('owner') : known
  const offered = sql.ref(`${projectAlias}.repository_access_level`)
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)}
    and (${offered} = 'enabled' or (${offered} = 'private' and ${level} >= ${levelSql('guest')}))
    and (${n('visibility')} <> 'private' or ${level} >= ${levelSql('planner')}))`
}

/** The same as `group:read`: also private groups above something one is a member of. */
export function visibleGroups(actor: Actor, alias: string): RawBuilder<boolean> {
  if (actor.kind === 'anonymous' || isAdmin(actor)) return visibleNamespaces(actor, alias)
  return sql<boolean>`(${visibleNamespaces(actor, alias)} or exists (select 1 from memberships vm join namespaces vd on vd.id = vm.namespace_id
    where vm.user_id = ${actor.id} and ${sql.ref(`${alias}.id`)} = any (vd.ancestor_ids)))`
}

/** A project whose row, with the actor's access level there, a statement has at hand under an alias. */
export interface KnownPlace {
  /** Has the columns `visibility`, `issues_access_level` and `level`. */
  readonly alias: string
}

/**
 * Which issues an actor may know of, as a condition on `issuables` under an alias. The same sentence as `issuable:read`.
 *
 * @param within  the project when it is known and read already, which makes the condition a cheap one
 */
export function visibleIssues(actor: Viewer, alias: string, within?: NamespaceFacts | KnownPlace): RawBuilder<boolean> {
  if (isAdmin(actor)) return sql<boolean>`true`
  const i = (column: string) => sql.ref(`${alias}.${column}`)
  const shown = sql<boolean>`not ${i('hidden')}`
  const own =
    actor.kind === 'user'
      ? sql<boolean>`(${i('author_id')} = ${actor.id} or exists (select 1 from issuable_assignees va
          where va.issuable_id = ${i('id')} and va.user_id = ${actor.id}))`
      : sql<boolean>`false`
  const inPlace = (namespace: string, project: string, level: RawBuilder<unknown>) => {
    const offered = sql.ref(`${project}.issues_access_level`)
    return sql<boolean>`${visibleNamespaces(actor, namespace, level)}
      and (${offered} = 'enabled' or (${offered} = 'private' and ${level} >= ${levelSql('guest')}))
      and (not ${i('confidential')} or ${level} >= ${levelSql('planner')} or ${own})`
  }
  if (within === undefined)
    return sql<boolean>`(${shown} and exists (select 1 from namespaces vn join projects vp on vp.id = vn.id
      where vn.id = ${i('namespace_id')} and ${inPlace('vn', 'vp', levelIn(actor, 'vn'))}))`
  if ('alias' in within)
    return sql<boolean>`(${shown} and ${inPlace(within.alias, within.alias, sql.ref(`${within.alias}.level`))})`
  return hasRole(actor, within, 'planner') ? shown : sql<boolean>`(${shown} and (not ${i('confidential')} or ${own}))`
}
