const hoursLookedAt = 24
const mostShown = 5

/** The input of `listCommits` for the last commits on the default branch before an alert. @param startedAt  ISO 8601 */
export const commitsBefore = (namespace: string, startedAt: string) => ({
  id: namespace,
  until: startedAt,
  since: new Date(Date.parse(startedAt) - hoursLookedAt * 3_600_000).toISOString(),
  perPage: mostShown,
})
