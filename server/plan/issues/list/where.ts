import { type RawBuilder, sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Unauthenticated } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { conditionsOf, type IssueFilter } from './filter.ts'

/** Where issues are looked for. */
export type IssueScope =
  | { readonly kind: 'project'; readonly project: Allowed<'project:read-issues', ProjectRow> }
  | { readonly kind: 'group'; readonly id: number; readonly fullPath: string; readonly withArchived: boolean }
  | { readonly kind: 'everywhere'; readonly withArchived: boolean }

/** A scope, or one whose projects are chosen already by whoever asks. */
type Placed = IssueScope | { readonly kind: 'placed' }

/** The conditions on `issuables i` of a scope, a filter and the permissions of the actor. */
export function issuesWhere(ctx: Context, scope: Placed, filter: IssueFilter): RawBuilder<unknown> {
  return sql.join([...scopeConditions(ctx, scope), ...mine(ctx, filter), ...conditionsOf(ctx, filter)], sql` and `)
}

function scopeConditions(ctx: Context, scope: Placed): readonly RawBuilder<unknown>[] {
  const visible = visibleIssuables(ctx.actor, 'i', { series: 'issue' })
  switch (scope.kind) {
    case 'project':
      return [
        sql`i.namespace_id = ${scope.project.id}`,
        visibleIssuables(ctx.actor, 'i', { series: 'issue', within: scope.project.facts }),
      ]
    case 'group':
      return [
        sql`i.namespace_id = any (array(select sn.id from namespaces sn where ${projectsOf(scope, 'sn')}))`,
        visible,
      ]
    case 'placed':
      return [visible]
    case 'everywhere':
      return [
        visible,
        ...(scope.withArchived
          ? []
          : [sql`not exists (select 1 from namespaces sn where sn.id = i.namespace_id and sn.inactive)`]),
      ]
    default:
      return scope satisfies never
  }
}

/** The projects of a group, as a condition on `namespaces` under an alias. */
export function projectsOf(
  { id, withArchived }: Extract<IssueScope, { readonly kind: 'group' }>,
  alias: string,
): RawBuilder<boolean> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`${id}::bigint = any (${n('ancestor_ids')}) and ${n('kind')} = 'project'
    ${withArchived ? sql`` : sql`and not ${n('inactive')}`}`
}

function mine(ctx: Context, { scope }: IssueFilter): readonly RawBuilder<unknown>[] {
  if (scope === undefined || scope === 'all') return []
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  return scope === 'created_by_me' || scope === 'created-by-me'
    ? [sql`i.author_id = ${ctx.actor.id}`]
    : [sql`exists (select 1 from issuable_assignees mi where mi.issuable_id = i.id and mi.user_id = ${ctx.actor.id})`]
}
