import { type RawBuilder, sql } from 'kysely'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { momentsBetween } from '#server/platform/sql/moments-between.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { type Paged, type Paging, pageOfJson } from '#server/slice.ts'
import { type IterationStateFilter, isInState, iterationJson, nameOf } from './iteration.ts'

/** The project or group through which iterations are read. */
export interface IterationPlace {
  readonly id: number
  readonly kind: 'project' | 'group'
}

export interface IterationFilter {
  readonly ids?: readonly number[]
  readonly iid?: number
  readonly cadenceIds?: readonly number[]
  readonly state?: IterationStateFilter
  readonly search?: string
  readonly in?: readonly ('title' | 'cadence_title')[]
  readonly includeAncestors?: boolean
  readonly includeDescendants?: boolean
  readonly updatedBefore?: string
  readonly updatedAfter?: string
  /** Days: an iteration of the time in between has at least one of them. */
  readonly timeframe?: { readonly start: string; readonly end: string }
}

export const iterationTables = sql`iterations it join iteration_cadences c on c.id = it.cadence_id join namespaces n on n.id = it.namespace_id`

/** Cadence by cadence, the earlier due first. */
const iterationOrder = sql`c.title, it.cadence_id, it.due_date`

/** The groups whose iterations are seen in a place, as a condition on `namespaces n`. */
export function ownersWhere(
  ctx: Context,
  place: IterationPlace,
  {
    includeAncestors = true,
    includeDescendants = false,
  }: Pick<IterationFilter, 'includeAncestors' | 'includeDescendants'>,
): RawBuilder<unknown> {
  const owners = [sql`n.id = ${place.id}`]
  // A reader of a project may see all iterations that its issues can have; a reader of a group only those that they may
  // open.
  const mayOpen = place.kind === 'project' ? sql`true` : visibleGroups(ctx.actor, 'n')
  if (includeAncestors)
    owners.push(
      sql`(n.id = any ((select an.ancestor_ids from namespaces an where an.id = ${place.id})::bigint[]) and ${mayOpen})`,
    )
  if (includeDescendants)
    owners.push(sql`(${place.id}::bigint = any (n.ancestor_ids) and ${visibleGroups(ctx.actor, 'n')})`)
  return sql`(${sql.join(owners, sql` or `)})`
}

/** The iterations of a place that a filter finds, as a condition on `iterationTables`. */
export function iterationsWhere(ctx: Context, place: IterationPlace, filter: IterationFilter): RawBuilder<unknown> {
  const conditions = [ownersWhere(ctx, place, filter)]
  const { ids, iid, cadenceIds, search, updatedAfter, updatedBefore, timeframe } = filter
  const state = isInState('it', filter.state ?? 'all', ctx.now.slice(0, 10))
  if (state !== null) conditions.push(state)
  if (ids !== undefined) conditions.push(sql`it.id = any (${[...ids]}::bigint[])`)
  if (iid !== undefined) conditions.push(sql`it.iid = ${iid}`)
  if (cadenceIds !== undefined) conditions.push(sql`it.cadence_id = any (${[...cadenceIds]}::bigint[])`)
  const text = search?.trim()
  if (text) {
    const columns = (filter.in ?? ['title', 'cadence_title']).map(each =>
      each === 'title' ? nameOf('it') : sql`c.title`,
    )
    conditions.push(
      sql`(${sql.join(
        columns.map(column => matchesSearch(column, text)),
        sql` or `,
      )})`,
    )
  }
  conditions.push(...momentsBetween('it.updated_at', { after: updatedAfter, before: updatedBefore }))
  if (timeframe !== undefined)
    conditions.push(sql`it.start_date <= ${timeframe.end}::date and it.due_date >= ${timeframe.start}::date`)
  return sql.join(conditions, sql` and `)
}

/** A page of iterations. */
export function listIterations(
  ctx: Context,
  place: IterationPlace,
  filter: IterationFilter & Paging,
): Promise<Paged<never>> {
  return pageOfJson<never>(ctx, filter, {
    item: iterationJson(ctx.services.settings, 'it', 'n', ctx.now.slice(0, 10)),
    matching: sql`${iterationTables} where ${iterationsWhere(ctx, place, filter)}`,
    order: iterationOrder,
  })
}
