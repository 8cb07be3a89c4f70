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
 * How many issues a filter finds, by state. Filtered ones are counted up to a limit.
 *
 * @param limit  where counting stops: the answer is then one more
 */
export async function countIssues(
  ctx: Context,
  scope: IssueScope,
  asked: IssueFilter,
  limit: number,
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<IssueCounts> {
  const { filter } = await narrowed(ctx, scope, asked)
  const issues = issueRows(ctx, scope, filter, conditions)
  const { rows } = await sql<{ opened: number; closed: number }>`
    with ${issues.shared} counted as (select ${countOf(issues, 'opened', limit + 1)} as opened, ${countOf(issues, 'closed', limit + 1)} as closed)
    select opened, closed from counted`.execute(ctx.db)
  const { opened = 0, closed = 0 } = rows[0] ?? {}
  return { opened, closed, all: opened + closed }
}
