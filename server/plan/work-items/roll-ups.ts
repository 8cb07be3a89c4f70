import { sql } from 'kysely'
import { levelsOf, parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import {
  type WorkItemTypeWord,
  workItemTypeOf,
  workItemTypes,
  workItemTypeWords,
} from '#contract/plan/work-items/work-item-types.ts'
import { placesOfIssuables, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { asInt } from '#server/graphql/int.ts'
import type { IssueCounts } from '#server/plan/lists/counts.ts'
import type { WorkItemNode } from './node.ts'

/** The descendants of a work item at all levels, of one type. */
export interface RolledUp {
  readonly itemId: number
  readonly type: string
  readonly opened: number
  readonly closed: number
  /** The weight of those that have no ancestor among them with a weight; null where none has one. */
  readonly weight: number | null
  readonly closedWeight: number | null
  /** Open ones. */
  readonly onTrack: number
  readonly needsAttention: number
  readonly atRisk: number
}

/**
 * The descendants of work items that the actor may know of, at all levels. Descendants of an item that they may not
 * know of are left out, too.
 */
export const rolledUpOf = batch<number, readonly RolledUp[]>(async (ctx, ids) => {
  const inState = (state: string) => sql`filter (where s.state = ${sql.lit(state)})`
  const health = (status: string) =>
    sql`count(*) filter (where s.state = 'opened' and s.health_status = ${sql.lit(status)})`
  const { rows } = await sql<RolledUp>`
    with recursive below(root, id) as (
      select asked.id, asked.id from unnest(${[...ids]}::bigint[]) asked (id)
      union all select below.root, c.id from below join issuables c on c.parent_id = below.id
    ), places as materialized (${placesOfIssuables(ctx.actor, sql`n.id in (select c.namespace_id from below join issuables c on c.id = below.id)`)}),
    seen as materialized (select below.root, c.id, c.parent_id, c.type, c.state, c.weight, c.health_status
      from below join issuables c on c.id = below.id where below.id <> below.root and ${visibleInPlaces(ctx.actor, 'c')}),
    shown(root, id, type, state, weight, health_status, is_counted) as (
      select s.root, s.id, s.type, s.state, s.weight, s.health_status, true from seen s where s.parent_id = s.root
      union all select s.root, s.id, s.type, s.state, s.weight, s.health_status, shown.is_counted and shown.weight is null
        from shown join seen s on s.root = shown.root and s.parent_id = shown.id
    )
    select s.root as item_id, s.type, count(*) ${inState('opened')} as opened, count(*) ${inState('closed')} as closed,
      sum(s.weight) filter (where s.is_counted)::bigint as weight,
      sum(s.weight) filter (where s.is_counted and s.state = 'closed')::bigint as closed_weight,
      ${health('on_track')} as on_track, ${health('needs_attention')} as needs_attention, ${health('at_risk')} as at_risk
    from shown s group by s.root, s.type order by s.root, s.type`.execute(ctx.db)
  return groupedBy(rows, row => row.itemId)
})

/** The sum of weights; null where nothing has one. */
export function sumOf(rows: readonly RolledUp[], column: 'weight' | 'closedWeight'): number | null {
  const isWeighted = rows.some(row => row.weight !== null)
  return isWeighted ? asInt(rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)) : null
}

/** The types that are made and can be in a type, directly. */
export const typesIn = (type: string): readonly WorkItemTypeWord[] =>
  workItemTypeWords.filter(word => workItemTypes[word].madeIn !== null && parentTypesOf(word).includes(type))

export interface TypeCounts {
  readonly type: WorkItemTypeWord
  readonly counts: IssueCounts
}

/** The counts of each type that is, or could be, in a work item at some level. */
export function countsByType({ type }: Pick<WorkItemNode, 'type'>, rows: readonly RolledUp[]): readonly TypeCounts[] {
  const possible = new Set(typesIn(type).flatMap(word => [word, ...typesIn(word)]))
  return workItemTypeWords.flatMap(word => {
    const found = rows.filter(row => workItemTypeOf(row.type) === word)
    if (found.length === 0 && !possible.has(word)) return []
    const opened = found.reduce((sum, row) => sum + row.opened, 0)
    const closed = found.reduce((sum, row) => sum + row.closed, 0)
    return [{ type: word, counts: { opened, closed, all: opened + closed } }]
  })
}

/** The number of levels of its own type above a work item, itself included. */
export const levelOf = batch<number, number>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; level: number }>`
    with recursive up(id, type, at, level) as (
      select i.id, i.type, i.parent_id, 1 from issuables i where i.id = any (${[...ids]}::bigint[])
      union all select up.id, up.type, p.parent_id, up.level + 1 from up join issuables p on p.id = up.at and p.type = up.type
    )
    select id, max(level) as level from up group by id`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id)?.level ?? 1
})

export interface TypeDepth {
  readonly type: WorkItemTypeWord
  readonly isReached: boolean
}

/** Whether each type that can be in a work item is at its lowest level there. @param level  `levelOf` the work item */
export const depthsOf = ({ type }: WorkItemNode, level: number): readonly TypeDepth[] =>
  typesIn(type).map(word => ({ type: word, isReached: word === type && level >= (levelsOf(word) ?? Infinity) }))

/** The sources of an epic's inherited dates. */
interface Sources {
  readonly id: number
  readonly startMilestoneId: number | null
  readonly startItemId: number | null
  readonly dueMilestoneId: number | null
  readonly dueItemId: number | null
}

/** The milestones of issues, and the epics, from which epics have their dates, as far as the actor may know of them. */
export const dateSourcesOf = batch<number, Sources | null>(async (ctx, ids) => {
  const source = (column: 'start_date' | 'due_date') => {
    const [ofParent, ofChild, ofMilestone] = [sql.ref(`p.${column}`), sql.ref(`c.${column}`), sql.ref(`m.${column}`)]
    return sql`left join lateral (
      select case when c.series = 'epic' then c.id end as item_id, case when c.series = 'issue' then m.id end as milestone_id
      from issuables c left join milestones m on m.id = c.milestone_id
      where c.parent_id = p.id and not ${sql.ref(`e.${column}_is_fixed`)}
        and case when c.series = 'epic' then ${ofChild} else ${ofMilestone} end = ${ofParent} and ${visibleIssuables(ctx.actor, 'c')}
      order by c.id limit 1) ${sql.ref(column === 'start_date' ? 'starts' : 'ends')} on true`
  }
  const { rows } = await sql<Sources>`
    select p.id, starts.milestone_id as start_milestone_id, starts.item_id as start_item_id, ends.milestone_id as due_milestone_id,
      ends.item_id as due_item_id
    from issuables p join epics e on e.id = p.id ${source('start_date')} ${source('due_date')}
    where p.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return byId(rows)
})
