const hoursLookedAt = 24
const mostShown = 5

interface StartOfAlert {
  /** ISO 8601 */
  readonly startedAt: string
  /** Empty where it names none. */
  readonly environment: string
}

/** The input of `listDeployments` for the last successful ones before an alert: to its environment, or to any if it names none. */
export const deploymentsBefore = (namespace: string, { startedAt, environment }: StartOfAlert) => ({
  id: namespace,
  status: 'success' as const,
  orderBy: 'finished_at' as const,
  sort: 'desc' as const,
  finishedBefore: startedAt,
  finishedAfter: new Date(Date.parse(startedAt) - hoursLookedAt * 3_600_000).toISOString(),
  perPage: mostShown,
  ...(environment !== '' && { environment }),
})
