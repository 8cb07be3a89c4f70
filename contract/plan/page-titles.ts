/** The names of the pages, in the window's title and the pages' headings. */
export const planTitles = {
  issues: 'Issues',
  newIssue: 'New issue',
  mergeRequests: 'Merge requests',
  labels: 'Labels',
  milestones: 'Milestones',
  milestone: (title: string) => title,
  /** @param reference  the short one, as `#12` */
  issuable: (title: string, reference: string) => `${title} (${reference})`,
} as const
