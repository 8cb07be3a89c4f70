export const environmentTiers = ['production', 'staging', 'testing', 'development', 'other'] as const
export type EnvironmentTier = (typeof environmentTiers)[number]

export const environmentStates = ['available', 'stopped'] as const
export type EnvironmentState = (typeof environmentStates)[number]

/** Whether an environment may stop by itself, or only by a program that also takes the place down. */
export const autoStopSettings = ['always', 'with_action'] as const

/** Numbers with units, each unit once, as `1 week` or `2 days and 12 hours`. */
export const durationPattern =
  /^(?!.*(minute|hour|day|week|month|year).*\1)\d{1,4} ?(minute|hour|day|week|month|year)s?((,| and)? \d{1,4} ?(minute|hour|day|week|month|year)s?){0,5}$/i

export const deploymentStatuses = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** The statuses that a program may report. `blocked` follows from the protection of the environment. */
export const reportedStatuses = ['created', 'running', 'success', 'failed', 'canceled', 'skipped'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

export const approvalStatuses = ['approved', 'rejected'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** The access levels that a protection can name, with the words for them. */
export const environmentAccessLevels = {
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Instance admins',
} as const

/** Approvals that one rule can require. */
export const mostRequiredApprovals = 5

/** Characters of the comment on a deployment's approval. */
export const longestReviewComment = 255

/** The intervals of statistics on deployments. */
export const metricIntervals = ['all', 'monthly', 'daily'] as const
export type MetricInterval = (typeof metricIntervals)[number]

/** Characters that a name of an environment may have. */
export const environmentNamePattern = /^[a-zA-Z0-9_\-./ {}$+:@]+$/

export const doraMetrics = [
  'deployment_frequency',
  'lead_time_for_changes',
  'time_to_restore_service',
  'change_failure_rate',
] as const
