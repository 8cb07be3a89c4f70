/** The names of the pages, in the window's title and the pages' headings. */
export const planTitles = {
  issues: 'Issues',
  newIssue: 'New issue',
  mergeRequests: 'Merge requests',
  labels: 'Labels',
  milestones: 'Milestones',
  milestone: (title: string) => title,
  iterations: 'Iterations',
  /** @param title  null where the cadence names its iterations by their periods */
  iteration: (title: string | null, cadence: string) => title ?? `Iteration of ${cadence}`,
  /** @param reference  the short one, as `#12` */
  issuable: (title: string, reference: string) => `${title} (${reference})`,
} as const
