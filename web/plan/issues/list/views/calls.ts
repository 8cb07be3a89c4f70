import type { ViewedList } from '#contract/plan/view-limits.ts'
import { call } from '#web/api/client.ts'
import {
  getGroupEpicsPage,
  getGroupIssuesPage,
  getGroupMergeRequestsPage,
  getIssuesPage,
  getMergeRequestsPage,
  groupSavedViews,
  projectSavedViews,
} from '#web/api/operations.gen.ts'
import type { ListView, Place } from '#web/plan/shapes.ts'

/** What a change of views makes stale. */
export const viewReadings = [
  getIssuesPage,
  getGroupIssuesPage,
  getMergeRequestsPage,
  getGroupMergeRequestsPage,
  getGroupEpicsPage,
]

export interface ViewValues {
  readonly name: string
  readonly query: string
  readonly isShared: boolean
}

type Owner = Pick<Place, 'id' | 'kind'>

export const createView = (
  { id, kind }: Owner,
  list: ViewedList,
  values: ViewValues,
): Promise<{ readonly id: number }> =>
  kind === 'group'
    ? call(groupSavedViews.create, { id, list, ...values })
    : call(projectSavedViews.create, { id, list, ...values })

export const updateView = (
  { id, kind }: Owner,
  { id: viewId }: ListView,
  values: Partial<ViewValues>,
): Promise<{ readonly id: number }> =>
  kind === 'group'
    ? call(groupSavedViews.update, { id, viewId, ...values })
    : call(projectSavedViews.update, { id, viewId, ...values })

export const deleteView = ({ id, kind }: Owner, { id: viewId }: ListView): Promise<unknown> =>
  kind === 'group' ? call(groupSavedViews.remove, { id, viewId }) : call(projectSavedViews.remove, { id, viewId })
