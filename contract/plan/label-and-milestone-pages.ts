import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Page, Words } from '#contract/shapes.ts'
import { Label } from './labels/labels.ts'
import { Milestone } from './shapes.ts'
import { TimeboxDays, TimeboxShares, TimeboxTimes, timeboxFilters } from './timeboxes/timeboxes.ts'

const operation = operationsOf('Pages')

const labelsPage = {
  namespace: Type.String(),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  archived: Type.Optional(Type.Boolean()),
  page: Page.page,
}

const LabelsPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({ canAdminLabels: Type.Boolean(), canSubscribe: Type.Boolean() }),
  /** The labels with their numbers of issues that the viewer may know. */
  labels: Type.Array(Label),
  total: Nullable(Type.Integer()),
  hasNext: Type.Boolean(),
})

export const getLabelsPage = operation({
  name: 'getLabelsPage',
  summary: 'Get data for the project label list page',
  at: 'GET /-/pages/labels',
  input: Type.Object(labelsPage),
  reply: LabelsPage,
})

export const getGroupLabelsPage = operation({
  name: 'getGroupLabelsPage',
  summary: 'Get data for the group label list page',
  at: 'GET /-/pages/group_labels',
  input: Type.Object(labelsPage),
  reply: LabelsPage,
})

/** A milestone with the numbers of issues that the viewer may know of. */
const CountedMilestone = Type.Object({
  ...Milestone.properties,
  openIssuesCount: Type.Integer(),
  closedIssuesCount: Type.Integer(),
  /** The full path of the project or group that owns it. */
  ownerPath: Type.String(),
})

const milestonesPage = {
  namespace: Type.String(),
  state: Type.Optional(Words(['active', 'closed', 'all'])),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  page: Page.page,
}

const MilestonesPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({ canAdminMilestones: Type.Boolean() }),
  counts: Type.Object({ active: Type.Integer(), closed: Type.Integer() }),
  milestones: Type.Array(CountedMilestone),
  hasNext: Type.Boolean(),
})

export const getMilestonesPage = operation({
  name: 'getMilestonesPage',
  summary: 'Get data for the project milestone list page, including milestones of parent groups',
  at: 'GET /-/pages/milestones',
  input: Type.Object(milestonesPage),
  reply: MilestonesPage,
})

export const getGroupMilestonesPage = operation({
  name: 'getGroupMilestonesPage',
  summary: 'Get data for the group milestone list page, including milestones of its projects and subgroups',
  at: 'GET /-/pages/group_milestones',
  input: Type.Object(milestonesPage),
  reply: MilestonesPage,
})

const MilestonePage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({ canAdmin: Type.Boolean() }),
  milestone: Type.Object({ ...CountedMilestone.properties, descriptionHtml: Type.String() }),
  /** Null without a start or due date. */
  days: Nullable(TimeboxDays),
  times: TimeboxTimes,
  shares: TimeboxShares,
})

export const getMilestonePage = operation({
  name: 'getMilestonePage',
  summary: 'Get data for a project milestone page, without its issues',
  at: 'GET /-/pages/milestone',
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), ...timeboxFilters }),
  reply: MilestonePage,
})

export const getGroupMilestonePage = operation({
  name: 'getGroupMilestonePage',
  summary: 'Get data for a group milestone page, without its issues',
  at: 'GET /-/pages/group_milestone',
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), ...timeboxFilters }),
  reply: MilestonePage,
})
