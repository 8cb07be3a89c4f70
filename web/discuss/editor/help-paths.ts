/** Pages of help, as the server has them. @source FORM-018, FORM-019, FORM-037 */
export const helpPaths = {
  markdown: '/help/markdown',
  quickActions: '/help/quick_actions',
  confidentialIssues: '/help/confidential_issues',
  internalNotes: '/help/internal_notes',
  lockedDiscussions: '/help/locked_discussions',
  epics: '/help/epics',
} as const
