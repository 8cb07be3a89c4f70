import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Actor, AnonymousActor } from '#server/context.ts'
import { readsKindIn } from './abilities/issuables.ts'
import { isAdmin, type NamespaceFacts } from './facts.ts'
import { hasRole, levelSql } from './levels.ts'
import { hasMembershipBelow } from './namespace-facts.ts'
import { isParticipant, offersCode, readsIssuableSql, seriesAmong, seriesWhere } from './reads-issuable.ts'

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
  if (actor.kind === 'anonymous') return openTo(actor, alias)
  if (isAdmin(actor)) return sql<boolean>`true`
  return sql<boolean>`(${openTo(actor, alias)} or ${level} >= ${levelSql('minimal')})`
}

/** Which namespaces are open to an actor without being a member. */
function openTo(actor: Viewer, alias: string): RawBuilder<boolean> {
  const open = actor.kind === 'anonymous' || actor.isExternal ? sql`('public')` : sql`('public', 'internal')`
  return sql<boolean>`${sql.ref(`${alias}.visibility`)} in ${open}`
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
  const level = isAdmin(actor) ? levelSql('owner') : known
  return sql<boolean>`(${visibleNamespaces(actor, namespaceAlias, level)}
    and ${offersCode(namespaceAlias, projectAlias, level)})`
}

/** The same as `group:read`: also private groups above something one is a member of. */
export function visibleGroups(actor: Actor, alias: string): RawBuilder<boolean> {
  if (actor.kind === 'anonymous' || isAdmin(actor)) return visibleNamespaces(actor, alias)
  return sql<boolean>`(${visibleNamespaces(actor, alias)} or exists (select 1 from memberships vm join namespaces vd on vd.id = vm.namespace_id
    where vm.user_id = ${actor.id} and ${sql.ref(`${alias}.id`)} = any (vd.ancestor_ids)))`
}

/** A namespace whose row, with the actor's access level there, a statement has at hand under an alias. */
export interface KnownPlace {
  /** Has the columns `id`, `kind`, `visibility` and `level`, and of a project how it offers its features. */
  readonly alias: string
}

interface Among {
  /** Only issuables of this series. Of a project's series, no group is looked at. */
  readonly series?: IssuableSeries
  /** The namespace they are in, when it is known and read already, which makes the condition a cheap one. */
  readonly within?: NamespaceFacts | KnownPlace
}

/** Which issuables an actor may know of, as a condition on `issuables` under an alias. The same sentence as `issuable:read`. */
export function visibleIssuables(actor: Viewer, alias: string, { series, within }: Among = {}): RawBuilder<boolean> {
  const i = (column: string) => sql.ref(`${alias}.${column}`)
  const parts: RawBuilder<boolean>[] = []
  if (series !== undefined) parts.push(sql<boolean>`${i('series')} = ${sql.lit(series)}`)
  if (!isAdmin(actor)) parts.push(sql<boolean>`not ${i('hidden')}`)
  const readIn = (namespace: string, project: string, level: RawBuilder<unknown>) => {
    const reader = {
      level: isAdmin(actor) ? levelSql('owner') : level,
      isOpen: openTo(actor, namespace),
      hasMembershipBelow: actor.kind === 'user' ? hasMembershipBelow(actor.id, namespace) : sql<boolean>`false`,
      isParticipant: takesPart(actor, alias),
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

/** The condition in a namespace of which the facts are known: most of it is answered before the statement runs. */
function readKnown(
  actor: Viewer,
  alias: string,
  within: NamespaceFacts,
  series: IssuableSeries | undefined,
): RawBuilder<boolean> {
  const among = seriesAmong(series)
  const readable = seriesWhere(alias, among, each => readsKindIn(actor, within, each))
  if (hasRole(actor, within, 'planner')) return readable
  const participants = seriesWhere(alias, among, each => issuableKinds[each].participantsReadConfidential)
  return sql<boolean>`${readable} and (not ${sql.ref(`${alias}.confidential`)} or (${participants} and ${takesPart(actor, alias)}))`
}

const takesPart = (actor: Viewer, alias: string): RawBuilder<boolean> =>
  actor.kind === 'user' ? isParticipant(actor.id, alias) : sql<boolean>`false`
