import {
  getGroupEpicsPage,
  getGroupIssuesPage,
  getGroupMergeRequestsPage,
  getIssuesPage,
  getMergeRequestsPage,
  todosPage,
} from '#web/api/operations.gen.ts'

/** What a change of views makes stale. */
export const viewReadings = [
  getIssuesPage,
  getGroupIssuesPage,
  getMergeRequestsPage,
  getGroupMergeRequestsPage,
  getGroupEpicsPage,
  todosPage,
]
