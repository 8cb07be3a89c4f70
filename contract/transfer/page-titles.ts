/** The names of the pages, in the window's title and the pages' headings. */
export const transferTitles = {
  importIssues: 'Import issues',
  importFromJira: 'Import from Jira',
} as const
