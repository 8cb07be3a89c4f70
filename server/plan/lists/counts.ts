import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { IssueFilter } from './filter.ts'
import { narrowed } from './narrow.ts'
import { countOf, issueRows } from './rows.ts'
import type { IssueScope } from './where.ts'

export interface IssueCounts {
  readonly opened: number
  readonly closed: number
  readonly all: number
}

/**
 * The number of issues that a filter finds, by state, up to a limit. If an index finds them, both states are counted
 * together and to the end.
 *
 * @param limit  of the returned number: it is one more where there are more issues
 */
export async function countIssues(
  ctx: Context,
  scope: IssueScope,
  asked: IssueFilter,
  limit: number,
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<IssueCounts> {
  const { counted } = await narrowed(ctx, scope, asked)
  const issues = issueRows(ctx, scope, counted, conditions)
  const ofState = (state: 'opened' | 'closed') =>
    issues.countable === null
      ? countOf(issues, state, limit + 1)
      : sql<number>`least(count(*) filter (where i.state = ${sql.lit(state)}), ${sql.lit(limit + 1)})`
  const { rows } = await sql<{ opened: number; closed: number }>`
    with ${issues.shared} counted as (select ${ofState('opened')} as opened, ${ofState('closed')} as closed ${issues.countable ?? sql``})
    select opened, closed from counted`.execute(ctx.db)
  const { opened = 0, closed = 0 } = rows[0] ?? {}
  return { opened, closed, all: opened + closed }
}
