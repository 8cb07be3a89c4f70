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

/** The queries that a change of views makes stale. */
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
