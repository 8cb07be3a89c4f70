import { sql } from 'kysely'
import type { MergeRequestGroupWord } from '#contract/plan/lists/group-words.ts'
import type { Context } from '#server/context.ts'
import {
  type AskedGroups,
  type Grouping,
  groupingOf as groupingOfIssuables,
  oneOf,
  people,
} from '#server/plan/lists/groups.ts'

interface MergeRequestGroups extends Omit<AskedGroups, 'groupBy'> {
  readonly groupBy?: MergeRequestGroupWord | undefined
}

/** The grouping of a list of merge requests; null if there is none. */
export function groupingOf(ctx: Context, { groupBy, ...rest }: MergeRequestGroups): Grouping | null {
  switch (groupBy) {
    case 'reviewer':
      return people(ctx, sql`merge_request_reviewers`)
    case 'target_branch':
      return oneOf(sql`(select gr.target_branch from merge_requests gr where gr.id = i.id)`, [])
    default:
      return groupingOfIssuables(ctx, { groupBy, ...rest })
  }
}
