import { type RawBuilder, sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { hasRole, levelOf } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { readsContacts } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import type { Settings } from '#server/settings.ts'

/**
 * The PlaceHeader shape of a group or project as JSON made by PostgreSQL, over `namespaces` under an alias.
 *
 * @param facts  of that namespace, for the viewer
 * @param openIssues  the number of open issues that the viewer may know of; null if the header shows none
 */
export function placeHeaderJson(
  settings: Settings,
  actor: Actor,
  facts: NamespaceFacts,
  openIssues: RawBuilder<number> | null,
  alias = 'n',
): RawBuilder<unknown> {
  const offers = offersOf(actor, facts)
  const isProject = facts.kind === 'project'
  return object({
    ...placeFields(settings, openIssues !== null && offers.issues ? openIssues : sql`null`, alias),
    access_level: sql`${levelOf(actor, facts)}::integer`,
    keeps_contacts: keepsContacts(actor, facts, alias),
    reads_contacts: readsContacts(actor, sql`${sql.ref(`${alias}.ancestor_ids`)}[1]`),
    open_merge_requests_count: isProject && offers.mergeRequests ? openMergeRequestsSql(alias) : sql`null`,
    offers: sql`${JSON.stringify(placeOffers(actor, facts))}::json`,
  })
}

/**
 * Whether a group under an alias of `namespaces` has pages of contacts that the viewer may read; of a project, whether its top-level
 * group has.
 */
export const keepsContacts = (actor: Actor, facts: NamespaceFacts, alias = 'n'): RawBuilder<boolean> =>
  facts.kind === 'project'
    ? readsContacts(actor, sql`${sql.ref(`${alias}.ancestor_ids`)}[1]`)
    : !may(actor, 'group:read-contacts', facts)
      ? sql<boolean>`false`
      : sql<boolean>`exists (select 1 from groups kg
  where kg.id = ${sql.ref(`${alias}.id`)} and kg.contacts_enabled and ${sql.ref(`${alias}.parent_id`)} is null)`

/** The PlaceHeader shape, except access_level and offers, which depend on the viewer. */
export function placeFields(settings: Settings, openIssues: RawBuilder<unknown>, alias = 'n') {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return {
    id: n('id'),
    kind: n('kind'),
    ancestor_ids: sql`array_remove(${n('ancestor_ids')}, ${n('id')})`,
    name: n('name'),
    full_path: n('full_path'),
    full_name: n('full_name'),
    visibility: n('visibility'),
    archived: n('inactive'),
    pending_deletion: n('pending_deletion'),
    avatar_url: sql`case when ${n('avatar_upload_id')} is not null then ${sql.lit(settings.externalUrl)} || '/uploads/-/system/'
      || ${n('kind')} || '/avatar/' || ${n('id')} || '/' || ${n('avatar_upload_id')} end`,
    open_issues_count: openIssues,
  }
}

/** The number of open merge requests of a project under an alias of `namespaces`, for those who may read them. */
export const openMergeRequestsSql = (alias = 'n'): RawBuilder<number> =>
  sql<number>`(select op.open_merge_requests_count from projects op where op.id = ${sql.ref(`${alias}.id`)})`

/** The actions that a place offers a viewer, in the names of the wire. */
export const placeOffers = (actor: Actor, facts: NamespaceFacts): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(offersOf(actor, facts)).map(([name, value]) => [snakeCase(name), value]))

function offersOf(actor: Actor, facts: NamespaceFacts) {
  const isProject = facts.kind === 'project'
  return {
    issues: !isProject || may(actor, 'project:read-issues', facts),
    mergeRequests: !isProject || may(actor, 'project:read-merge-requests', facts),
    code: isProject && may(actor, 'project:read-code', facts),
    releases: isProject && may(actor, 'project:read-releases', facts),
    alerts: isProject && may(actor, 'project:read-alerts', facts),
    vulnerabilities: isProject && may(actor, 'project:read-vulnerabilities', facts),
    dependencies: may(actor, isProject ? 'project:read-vulnerabilities' : 'group:read-dependencies', facts),
    errors: isProject && may(actor, 'project:read-errors', facts),
    escalations: may(actor, isProject ? 'project:read-escalations' : 'group:read-escalations', facts),
    environments: isProject && may(actor, 'project:read-environments', facts),
    featureFlags: isProject && may(actor, 'project:read-feature-flags', facts),
    insights: may(actor, isProject ? 'project:read-insights' : 'group:read-insights', facts),
    settings: isProject ? may(actor, 'project:admin', facts) : may(actor, 'group:admin', facts),
  }
}

/**
 * The number of open issues of a project that a user with these facts may know of, with the project under an alias of
 * `namespaces`.
 */
export function openIssuesSql(actor: Actor, facts: NamespaceFacts, alias = 'n'): RawBuilder<number> {
  if (!offersOf(actor, facts).issues) return sql<number>`0`
  const known = hasRole(actor, facts, 'planner')
    ? sql`op.open_issues_count`
    : sql`op.open_issues_count - op.open_confidential_issues_count`
  return sql<number>`(select ${known} from projects op where op.id = ${sql.ref(`${alias}.id`)})`
}
