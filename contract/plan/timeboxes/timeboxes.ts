import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { Day, Nullable } from '#contract/shapes.ts'
import { issueFilters } from '../issues/issues.ts'
import { LabelBasic } from '../labels/labels.ts'

const {
  state: _state,
  scope: _scope,
  iids: _iids,
  in: _in,
  milestone: _milestone,
  milestoneId: _milestoneId,
  iterationId: _iterationId,
  iterationTitle: _iterationTitle,
  iterationCadenceId: _cadenceId,
  ...others
} = issueFilters

/** The filters for the charts, times and issues of a milestone or iteration. They apply to the present values of issues. */
export const timeboxFilters = others

/** The content of a milestone or iteration at the end of a day, of issues that the viewer may know. */
export const TimeboxDay = Type.Object({
  date: Day,
  scopeCount: Type.Integer(),
  scopeWeight: Type.Integer(),
  completedCount: Type.Integer(),
  completedWeight: Type.Integer(),
})

/** The day of the start, which takes what happened before, and each day up to the due date on which something changed. */
export const TimeboxDays = Type.Array(TimeboxDay)

const Spent = { spent: Type.Integer(), humanSpent: Nullable(Type.String()) }
const Estimate = { estimate: Type.Integer(), humanEstimate: Nullable(Type.String()) }

/** Estimates and time spent of the issues of a milestone or iteration that the viewer may know of, in seconds and in words. */
export const TimeboxTimes = Type.Object({
  ...Estimate,
  ...Spent,
  /** Up to 100, those who spent most first; null stands for accounts that were deleted. */
  people: Type.Array(Type.Object({ user: Nullable(UserBasic), ...Spent })),
  /** Up to 10, those that took most first. */
  issues: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      /** `#4` where it is of this project, `group/project#4` elsewhere. */
      reference: Type.String(),
      path: Type.String(),
      ...Estimate,
      ...Spent,
    }),
  ),
  /** All that have an estimate or time spent. */
  issuesCount: Type.Integer(),
})

const Share = {
  openIssuesCount: Type.Integer(),
  closedIssuesCount: Type.Integer(),
  /** The weight of all issues, open and closed. */
  weight: Type.Integer(),
}

/**
 * The distribution among people and labels of the issues of a milestone or iteration that the viewer may know. An issue
 * with several of them counts for each. Up to 20 of each, those with the most issues first.
 */
export const TimeboxShares = Type.Object({
  /** Null stands for issues without an assignee. */
  people: Type.Array(Type.Object({ user: Nullable(UserBasic), ...Share })),
  labels: Type.Array(Type.Object({ label: LabelBasic, ...Share })),
})
