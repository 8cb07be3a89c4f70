import {
  getGroupEpicsPage,
  getGroupIncidentsPage,
  getGroupIssuesPage,
  getGroupMergeRequestsPage,
  getIncidentsPage,
  getIssuesPage,
  getMergeRequestsPage,
  todosPage,
} from '#web/api/operations.gen.ts'

/** What a change of views makes stale. */
export const viewReadings = [
  getIssuesPage,
  getGroupIssuesPage,
  getIncidentsPage,
  getGroupIncidentsPage,
  getMergeRequestsPage,
  getGroupMergeRequestsPage,
  getGroupEpicsPage,
  todosPage,
]
