import type { Context } from '#server/context.ts'
import { builder } from '#server/graphql/builder.ts'
import { declaredArgs, negatedArgs } from '#server/plan/lists/graphql-fields.ts'
import {
  type AskedIssues,
  AssigneeWildcard,
  IssueType,
  IterationWildcard,
  MilestoneWildcard,
  type ReadFilter,
  readFilter,
  Unioned,
} from '#server/plan/lists/graphql-filter.ts'

const Negated = builder.inputType('NegatedBoardIssueInput', {
  description: 'Negated filters for the issues of a board.',
  fields: t => ({
    assigneeUsername: t.stringList(),
    ...negatedArgs(t, 'issue', true),
    iids: t.stringList(),
    labelName: t.stringList(),
    milestoneTitle: t.string(),
    types: t.field({ type: [IssueType] }),
    weight: t.string(),
  }),
})

/** @source graphql.md 7 */
export const BoardIssueInput = builder.inputType('BoardIssueInput', {
  description: 'Filters for the issues of a board.',
  fields: t => ({
    assigneeUsername: t.stringList(),
    assigneeWildcardId: t.field({ type: AssigneeWildcard }),
    ...declaredArgs(t, 'issue'),
    confidential: t.boolean(),
    iids: t.stringList(),
    iterationId: t.idList(),
    iterationWildcardId: t.field({ type: IterationWildcard }),
    labelName: t.stringList(),
    milestoneTitle: t.string(),
    milestoneWildcardId: t.field({ type: MilestoneWildcard }),
    not: t.field({ type: Negated }),
    or: t.field({ type: Unioned }),
    search: t.string(),
    types: t.field({ type: [IssueType] }),
    weight: t.string(),
  }),
})

export type BoardIssues = typeof BoardIssueInput.$inferInput

/** Convert the filters to those of other lists of issues. @throws Malformed  filters that exclude each other */
export function readBoardFilter(ctx: Context, given: BoardIssues | null | undefined): ReadFilter {
  const { assigneeUsername, milestoneTitle, not, ...shared } = given ?? {}
  const asked: AskedIssues = {
    ...shared,
    assigneeUsernames: assigneeUsername,
    milestoneTitle: milestoneTitle == null ? null : [milestoneTitle],
    not: not == null ? null : negated(not),
  }
  return readFilter(ctx, asked)
}

const negated = ({ assigneeUsername, milestoneTitle, ...not }: NonNullable<BoardIssues['not']>) => ({
  ...not,
  assigneeUsernames: assigneeUsername,
  milestoneTitle: milestoneTitle == null ? null : [milestoneTitle],
})
