/** The pages of help, in the order of their list. Each is a file of `docs/help`. */
export const helpTopics = [
  ['markdown', 'Markdown'],
  ['quick_actions', 'Quick actions'],
  ['epics', 'Epics'],
  ['boards', 'Boards'],
  ['filters_and_views', 'Filters and views'],
  ['undo', 'Undo changes'],
  ['charts', 'Charts and time reports'],
  ['insights', 'Insights'],
  ['contacts', 'Contacts and organizations'],
  ['incidents', 'Incidents, on call and escalation'],
  ['on_call_calendars', 'Shifts from a calendar'],
  ['paging_by_phone', 'Paging by phone'],
  ['import_schedules', 'Import schedules and policies'],
  ['alerts', 'Alerts'],
  ['error_tracking', 'Error tracking'],
  ['vulnerabilities', 'Vulnerabilities and dependencies'],
  ['status_pages', 'Status pages'],
  ['merge_requests', 'Merge requests'],
  ['code_owners', 'Code owners'],
  ['web_ide', 'Web IDE'],
  ['hidden_characters', 'Hidden characters'],
  ['confidential_issues', 'Confidential issues'],
  ['internal_notes', 'Internal notes'],
  ['locked_discussions', 'Locked discussions'],
  ['archived_projects', 'Archived projects'],
  ['replicas', 'Replicas'],
] as const

export type HelpTopic = (typeof helpTopics)[number][0]

/** Paths from the root of the site. */
export const helpPaths = {
  markdown: '/help/markdown',
  quickActions: '/help/quick_actions',
  confidentialIssues: '/help/confidential_issues',
  lockedDiscussions: '/help/locked_discussions',
  archivedProjects: '/help/archived_projects',
} as const
