import { type RawBuilder, sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Unauthenticated } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { conditionsOf, type IssueFilter, seriesOf } from './filter.ts'

/** The scope of a list of issues. */
export type IssueScope = ProjectScope | PlacesScope

export interface ProjectScope {
  readonly kind: 'project'
  readonly project:
    | Allowed<'project:read-issues', ProjectRow>
    | Allowed<'project:bulk-update-issues', ProjectRow>
    | Allowed<'project:read-merge-requests', ProjectRow>
    | Allowed<'project:read-service-desk', ProjectRow>
}

/** Many projects. */
export type PlacesScope =
  | { readonly kind: 'group'; readonly id: number; readonly fullPath: string; readonly withArchived: boolean }
  | { readonly kind: 'everywhere'; readonly withArchived: boolean }

/** The conditions on `issuables i` of a project, a filter and the permissions of the actor. */
export function issuesWhere(ctx: Context, { project }: ProjectScope, filter: IssueFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`i.namespace_id = ${project.id}`,
      visibleIssuables(ctx.actor, 'i', { series: seriesOf(filter), within: project.facts }),
      ...mine(ctx, filter),
      ...conditionsOf(ctx, filter),
    ],
    sql` and `,
  )
}

/** The same for the issues of a project, or of all projects of a scope. */
export const issuesOfScope = (ctx: Context, scope: IssueScope, filter: IssueFilter): RawBuilder<unknown> =>
  scope.kind === 'project'
    ? issuesWhere(ctx, scope, filter)
    : sql.join(
        [
          sql`i.namespace_id in (select p.id from namespaces p where ${projectsOf(scope, 'p')})`,
          visibleIssuables(ctx.actor, 'i', { series: seriesOf(filter) }),
          ...mine(ctx, filter),
          ...conditionsOf(ctx, filter),
        ],
        sql` and `,
      )

/** The projects of a scope, as a condition on `namespaces` under an alias. */
export function projectsOf(scope: PlacesScope, alias: string): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  const below = scope.kind === 'group' ? sql`${n('ancestor_ids')} @> array[${scope.id}]::bigint[] and` : sql``
  return sql<boolean>`${below} ${n('kind')} = 'project' ${scope.withArchived ? sql`` : sql`and not ${n('inactive')}`}`
}

/** The condition of a filter by the issues of one person. */
export function mine(ctx: Context, { scope }: IssueFilter): readonly RawBuilder<unknown>[] {
  const userId = ownerOf(ctx, scope)
  if (userId === null) return []
  return isCreatedByMe(scope)
    ? [sql`i.author_id = ${userId}`]
    : [sql`exists (select 1 from issuable_assignees mi where mi.issuable_id = i.id and mi.user_id = ${userId})`]
}

/** The person whose issues a filter is about; null if it is about everyone's. @throws Unauthenticated */
export function ownerOf(ctx: Context, scope: IssueFilter['scope']): number | null {
  if (scope === undefined || scope === 'all') return null
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  return ctx.actor.id
}

export const isCreatedByMe = (scope: IssueFilter['scope']): boolean =>
  scope === 'created_by_me' || scope === 'created-by-me'
