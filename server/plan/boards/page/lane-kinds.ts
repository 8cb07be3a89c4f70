import { type RawBuilder, sql } from 'kysely'
import type { LaneAttribute } from '#contract/plan/boards/board-cards.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { isOfScope } from '#server/plan/lists/groups.ts'
import { planOwnersOf } from '#server/plan/lists/sources.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import type { Fields } from '#server/platform/sql/shape.ts'
import type { BoardRow } from '../find.ts'

/** The grouping of a board into lanes. */
export interface LaneGrouping {
  readonly by: LaneAttribute
  /** The scope of the labels, when lanes are labels. */
  readonly scope: string | null
  /** Labels that are chosen; empty for all. */
  readonly labelIds: readonly number[]
}

type IssueState = 'opened' | 'closed'
type Sql = RawBuilder<unknown>

/** The division of a board's issues into lanes: by an attribute that names rows, whose ids are those of the lanes. */
export interface LaneKind {
  /** Parts of the `with` that the others look at. */
  readonly shared: Sql
  /** `join ...` of `lx`, and its column with the lane, to `g` with id, parent_id and milestone_id: a row for each lane of an issue. */
  readonly joined: { readonly join: Sql; readonly lane: Sql }
  /** Whether `issuables i` is in any lane. */
  readonly isInAny: Sql
  /** `from ... where` of the issues of a lane as `x` with an `id`, the newest first where limited. @param lane  its id */
  readonly issuesOf: (lane: Sql, state: IssueState) => { readonly from: Sql; readonly id: Sql }
  /** A select of the `id` of all lanes that a large place may have. */
  readonly candidates: Sql
  /** Whether all of these have lanes, even without issues. */
  readonly areAllShown: boolean
  /** The Lane of the contract and the order of lanes, over a row with an `id` as `ln` and these joins. */
  readonly head: { readonly joins: Sql; readonly fields: Fields; readonly order: Sql }
}

/** Lanes of a board. The rows of `places` are the projects of a group's board. */
export function laneKindOf(ctx: Context, { by, scope, labelIds }: LaneGrouping, at: LanePlace): LaneKind {
  switch (by) {
    case 'epic':
      return parents(ctx, at, sql`and lx.series = 'epic'`)
    case 'parent':
      return parents(ctx, at, sql``)
    case 'assignee':
      return assignees(ctx, at)
    case 'label':
      return labels(at, scope, labelIds)
    case 'milestone':
      return milestones(at)
    default:
      return by satisfies never
  }
}

interface LanePlace {
  readonly board: BoardRow
  readonly scope: IssueScope
}

/** The condition on a namespace_id that it is the board's project, or one of its group. */
const isInPlace = ({ scope }: LanePlace, column: Sql): Sql =>
  scope.kind === 'project' ? sql`${column} = ${scope.project.id}` : sql`${column} in (select p.id from places p)`

/** The condition on a namespace_id that issues of the board can have its labels and milestones, where the actor can see such issues. */
const isOwner = ({ board, scope }: LanePlace, column: Sql): Sql => {
  const isAbove = sql`${column} = any (${[...board.ancestorIds]}::bigint[])`
  return scope.kind === 'project'
    ? isAbove
    : sql`(${isAbove} or ${column} in (select ${planOwnersOf('p')} from places p))`
}

/**
 * A select of the different values of an index as `id`, each found by a look at the index, however many rows have it.
 *
 * @param rows  of an index that begins with namespace_id, series, state and the column, as `x`
 */
function valuesIn({ scope }: LanePlace, rows: Sql, column: Sql): Sql {
  const places = scope.kind === 'project' ? sql`(select ${scope.project.id}::bigint as id) p` : sql`places p`
  const next = (place: Sql, state: Sql, than: Sql) =>
    sql`(select min(${column}) from ${rows} x where x.namespace_id = ${place} and x.series = 'issue' and x.state = ${state} ${than})`
  return sql`select distinct f.value as id from (with recursive f(place, state, value) as (
      select p.id, s.state, ${next(sql`p.id`, sql`s.state`, sql``)} from ${places} cross join (values ('opened'), ('closed')) s(state)
      union all select f.place, f.state, ${next(sql`f.place`, sql`f.state`, sql`and ${column} > f.value`)} from f where f.value is not null)
    select value from f where value is not null) f`
}

const nothing = sql`null`
/** A lane with no properties except its name. */
const plain = {
  detail: nothing,
  confidential: sql.lit(false),
  color: nothing,
  person: nothing,
  label: nothing,
  due_date: nothing,
  parent_type: nothing,
}

/** @param kind  a condition on `issuables lx` */
function parents(ctx: Context, at: LanePlace, kind: Sql): LaneKind {
  const { ancestorIds, namespaceId, namespaceKind } = at.board
  const group = namespaceKind === 'group' ? namespaceId : (ancestorIds.at(-2) ?? namespaceId)
  const isSeen = sql`${visibleIssuables(ctx.actor, 'lx')} ${kind}`
  const seen = valuesIn(at, sql`issuables`, sql`x.parent_id`)
  return {
    // The parents that the actor can see are read once, not for each issue.
    shared: sql`seen_parents as materialized (select lx.id from (${seen}) f join issuables lx on lx.id = f.id where ${isSeen}),`,
    joined: { join: sql`join seen_parents lx on lx.id = g.parent_id`, lane: sql`lx.id` },
    isInAny: sql`i.parent_id is not null and i.parent_id in (select id from seen_parents)`,
    issuesOf: (lane, state) => ({
      from: sql`from issuables x where x.parent_id = ${lane} and x.series = 'issue' and x.state = ${sql.lit(state)} and ${isInPlace(at, sql`x.namespace_id`)}`,
      id: sql`x.id`,
    }),
    candidates: sql`select id from seen_parents`,
    areAllShown: false,
    head: {
      joins: sql`join issuables e on e.id = ln.id join namespaces en on en.id = e.namespace_id left join epics ep on ep.id = e.id`,
      fields: {
        name: sql`e.title`,
        path: pagePathSql('e', 'en'),
        detail: sql`case when e.namespace_id in (${group}::bigint, ${namespaceId}::bigint) then '' else en.full_path end || ${referenceSql('e')}`,
        confidential: sql`e.confidential`,
        color: sql`ep.color`,
        person: nothing,
        label: nothing,
        due_date: sql`e.due_date`,
        parent_type: sql`e.type`,
      },
      order: sql`e.due_date nulls last, e.id desc`,
    },
  }
}

function assignees(ctx: Context, at: LanePlace): LaneKind {
  return {
    shared: sql``,
    joined: { join: sql`join issuable_assignees lx on lx.issuable_id = g.id`, lane: sql`lx.user_id` },
    isInAny: sql`exists (select 1 from issuable_assignees lx where lx.issuable_id = i.id)`,
    issuesOf: (lane, state) => ({
      from: sql`from issuable_assignees x where x.user_id = ${lane} and x.series = 'issue' and x.state = ${sql.lit(state)} and ${isInPlace(at, sql`x.namespace_id`)}`,
      id: sql`x.issuable_id`,
    }),
    candidates: valuesIn(at, sql`issuable_assignees`, sql`x.user_id`),
    areAllShown: false,
    head: {
      joins: sql`join users u on u.id = ln.id`,
      fields: {
        name: sql`u.name`,
        path: sql`'/' || u.username`,
        ...plain,
        person: userBasicJson(ctx.services.settings, 'u'),
      },
      order: sql`${naturally(sql`u.name`)}, u.id`,
    },
  }
}

/** The project of a label or milestone on a board of a group, over `namespaces en`. */
const ownerOf = ({ scope }: LanePlace): Sql =>
  scope.kind === 'project' ? nothing : sql`case when en.kind = 'project' then en.full_path end`

function labels(at: LanePlace, scope: string | null, labelIds: readonly number[]): LaneKind {
  const areChosen = scope !== null || labelIds.length > 0
  const asked =
    labelIds.length > 0
      ? sql`l.id = any (${[...labelIds]}::bigint[])`
      : scope === null
        ? sql`true`
        : isOfScope(sql`l.title`, scope)
  return {
    shared: sql`lane_labels as materialized (select l.id from labels l where ${isOwner(at, sql`l.namespace_id`)} and ${asked}),`,
    joined: {
      join: sql`join issuable_labels lx on lx.issuable_id = g.id and lx.label_id in (select id from lane_labels)`,
      lane: sql`lx.label_id`,
    },
    isInAny: sql`exists (select 1 from issuable_labels lx where lx.issuable_id = i.id and lx.label_id in (select id from lane_labels))`,
    issuesOf: (lane, state) => ({
      from: sql`from issuable_labels x where x.label_id = ${lane} and x.series = 'issue' and x.state = ${sql.lit(state)} and ${isInPlace(at, sql`x.namespace_id`)}`,
      id: sql`x.issuable_id`,
    }),
    candidates: sql`select id from lane_labels`,
    areAllShown: areChosen,
    head: {
      joins: sql`join labels ll on ll.id = ln.id join namespaces en on en.id = ll.namespace_id`,
      fields: { name: sql`ll.title`, path: nothing, ...plain, detail: ownerOf(at), label: labelBasicJson('ll') },
      order: sql`${naturally(sql`ll.title`)}, ll.id`,
    },
  }
}

function milestones(at: LanePlace): LaneKind {
  return {
    shared: sql``,
    joined: { join: sql`join milestones lx on lx.id = g.milestone_id`, lane: sql`lx.id` },
    isInAny: sql`i.milestone_id is not null`,
    issuesOf: (lane, state) => ({
      from: sql`from issuables x where x.milestone_id = ${lane} and x.series = 'issue' and x.state = ${sql.lit(state)} and ${isInPlace(at, sql`x.namespace_id`)}`,
      id: sql`x.id`,
    }),
    candidates: sql`select m.id from milestones m where ${isOwner(at, sql`m.namespace_id`)}`,
    areAllShown: false,
    head: {
      joins: sql`join milestones lm on lm.id = ln.id join namespaces en on en.id = lm.namespace_id`,
      fields: {
        name: sql`lm.title`,
        path: sql`case when en.kind = 'group' then '/groups' else '' end || '/' || en.full_path || '/-/milestones/' || lm.iid`,
        ...plain,
        detail: ownerOf(at),
        due_date: sql`lm.due_date`,
      },
      order: sql`lm.due_date nulls last, ${naturally(sql`lm.title`)}, lm.id`,
    },
  }
}
