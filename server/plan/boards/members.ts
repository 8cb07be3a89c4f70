import { type RawBuilder, sql } from 'kysely'
import { countOf, type IssueRows } from '#server/plan/issues/list/rows.ts'
import type { IssueScope } from '#server/plan/issues/list/where.ts'

/** Closed issues are counted up to so many. */
const closedLimit = 1001

export const countOfClosed = (issues: IssueRows): RawBuilder<number> => countOf(issues, 'closed', closedLimit)

/**
 * `members`, the open issues of each list, and their `sums`, as parts of a `with` behind `issues.shared` and `lists` of a board.
 *
 * Open issues are gathered once for all lists.
 */
export const members = (scope: IssueScope, issues: IssueRows): RawBuilder<unknown> => sql`
    gathered_open as materialized (${gathered(scope, issues.every('opened'))}),
    added as materialized (${inAddedLists}),
    members as (select * from added union all ${inBacklog}),
    sums as materialized (select list_id, count(*) as count, coalesce(sum(weight), 0) as weight from members group by list_id)`

const needed = sql`i.id, i.relative_position, i.weight, i.milestone_id, i.iteration_id`

/** The open issues with what decides about their lists. What walks many projects has only the columns of its orders. */
const gathered = (scope: IssueScope, every: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope.kind === 'project'
    ? sql`select ${needed} ${every}`
    : sql`select ${needed} from (select i.id ${every}) o join issuables i on i.id = o.id`

const member = sql`l.id as list_id, g.id, g.relative_position, g.weight`

const inAddedLists = sql`
  select ${member} from lists l join issuable_labels x on x.label_id = l.label_id join gathered_open g on g.id = x.issuable_id
  union all select ${member} from lists l join issuable_assignees x on x.user_id = l.assignee_id join gathered_open g on g.id = x.issuable_id
  union all select ${member} from lists l join gathered_open g on g.milestone_id = l.milestone_id
  union all select ${member} from lists l join gathered_open g on g.iteration_id = l.iteration_id`

const inBacklog = sql`select ${member} from lists l cross join gathered_open g
  where l.kind = 'backlog' and not exists (select 1 from added a where a.id = g.id)`
