import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { type AskedIssues, type ReadFilter, readFilter } from '#server/plan/lists/graphql-filter.ts'

interface ParentFilter {
  readonly parentIds?: Maybe<readonly number[]>
  readonly parentWildcardId?: Maybe<'ANY' | 'NONE'>
  readonly includeDescendantWorkItems?: Maybe<boolean>
}

export const subscriptionStates = ['EXPLICITLY_SUBSCRIBED', 'EXPLICITLY_UNSUBSCRIBED'] as const

/** The filters of a list of work items. */
export interface AskedItems extends AskedIssues, ParentFilter {
  readonly ids?: Maybe<readonly number[]>
  readonly hierarchyFilters?: Maybe<ParentFilter>
  /** The actor's own choice. */
  readonly subscribed?: Maybe<(typeof subscriptionStates)[number]>
  readonly not?: Maybe<NonNullable<AskedIssues['not']> & { readonly parentIds?: Maybe<readonly number[]> }>
}

/**
 * The filters of a query for work items, as the filter that all lists share, and conditions for the rest. Work items in
 * a parent that the actor may not know of count as without a parent.
 *
 * @throws Malformed  arguments that exclude each other, a number that is none
 */
export function readItemFilter(ctx: Context, asked: AskedItems): ReadFilter {
  const { ids, not, hierarchyFilters, subscribed } = asked
  const { parentIds, parentWildcardId, includeDescendantWorkItems } = hierarchyOf(asked, hierarchyFilters)
  if (parentIds != null && parentWildcardId != null)
    throw new Malformed('Only one of [parentIds, parentWildcardId] arguments is allowed at the same time.')
  const { filter, conditions } = readFilter(ctx, asked)
  const parents = parentIds == null ? null : parentsAmong(ctx, parentIds, includeDescendantWorkItems === true)
  return {
    filter: {
      ...filter,
      ...(ids != null && { ids: [...ids] }),
      // Found by the index of parents instead of along the list, unless less is asked for anyway.
      ...(parents !== null && ids == null && { among: sql`select c.id from issuables c where ${isIn('c', parents)}` }),
    },
    conditions: [
      ...conditions,
      ...(parents === null ? [] : [isIn('i', parents)]),
      ...(parentWildcardId == null ? [] : [parentWildcardId === 'ANY' ? hasParent(ctx) : sql`not ${hasParent(ctx)}`]),
      ...(not?.parentIds == null
        ? []
        : [sql`not coalesce(${isIn('i', parentsAmong(ctx, not.parentIds, false))}, false)`]),
      ...(subscribed == null ? [] : [hasChosen(ctx, subscribed === 'EXPLICITLY_SUBSCRIBED')]),
    ],
  }
}

function hierarchyOf(asked: ParentFilter, nested: Maybe<ParentFilter>): ParentFilter {
  if (nested == null) return asked
  if (asked.parentIds != null || asked.parentWildcardId != null)
    throw new Malformed(
      'Only one of [parentIds, parentWildcardId, hierarchyFilters] arguments is allowed at the same time.',
    )
  return nested
}

const isIn = (alias: string, parents: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.parent_id`)} = any (array(${parents}))`

const hasChosen = (ctx: Context, isSubscribed: boolean): RawBuilder<unknown> =>
  sql`exists (select 1 from subscriptions fs where fs.issuable_id = i.id and fs.user_id = ${userIdOrZero(ctx)} and fs.subscribed = ${sql.lit(isSubscribed)})`

const hasParent = (ctx: Context): RawBuilder<unknown> =>
  sql`exists (select 1 from issuables fp where fp.id = i.parent_id and ${visibleIssuables(ctx.actor, 'fp')})`

/**
 * A select of the ids of the parents that the actor may know of. @param withBelow  with their descendants, at all
 * levels
 */
function parentsAmong(ctx: Context, ids: readonly number[], withBelow: boolean): RawBuilder<unknown> {
  const given = sql`select fp.id from issuables fp where fp.id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'fp')}`
  if (!withBelow) return given
  return sql`with recursive below(id) as (${given} union select fb.id from below join issuables fb on fb.parent_id = below.id
    where ${visibleIssuables(ctx.actor, 'fb')}) select id from below`
}
