/** The names of the pages, in the window's title and the pages' headings. */
export const planTitles = {
  incidents: 'Incidents',
  newIssue: 'New issue',
  newWorkItem: 'New work item',
  mergeRequests: 'Merge requests',
  labels: 'Labels',
  milestones: 'Milestones',
  milestone: (title: string) => title,
  contacts: 'Contacts',
  organizations: 'Organizations',
  epics: 'Epics',
  newEpic: 'New epic',
  roadmap: 'Roadmap',
  boards: 'Boards',
  /** Null where there is no board. */
  board: (name: string | null) => (name === null ? 'Boards' : `${name} · Boards`),
  iterations: 'Iterations',
  serviceDesk: 'Service desk',
  newRequest: 'New request',
  request: 'Request',
  serviceDeskSettings: 'Service desk settings',
  statusSettings: 'Status page',
  statusPage: (projectName: string) => `Status of ${projectName}`,
  onCall: 'On call',
  escalationPolicies: 'Escalation policies',
  /** One without a title is told by its cadence and its days. @param period  "23 Nov – 6 Dec, 2026" */
  iteration: (title: string | null, cadence: string, period: string) => title ?? `${cadence}, ${period}`,
} as const
