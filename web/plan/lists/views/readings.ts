import {
  getGroupEpicsPage,
  getGroupIncidentsPage,
  getGroupIssuesPage,
  getGroupMergeRequestsPage,
  getIncidentsPage,
  getIssuesPage,
  getMergeRequestsPage,
  getServiceDeskPage,
  todosPage,
} from '#web/api/operations.gen.ts'

/** The queries that a change of views makes stale. */
export const viewReadings = [
  getIssuesPage,
  getGroupIssuesPage,
  getIncidentsPage,
  getGroupIncidentsPage,
  getServiceDeskPage,
  getMergeRequestsPage,
  getGroupMergeRequestsPage,
  getGroupEpicsPage,
  todosPage,
]
