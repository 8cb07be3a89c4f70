import type {
  ApprovalStatus,
  DeploymentStatus,
  EnvironmentTier,
} from '#contract/deploy/environments/environment-words.ts'

export const tierLabels: Readonly<Record<EnvironmentTier, string>> = {
  production: 'Production',
  staging: 'Staging',
  testing: 'Testing',
  development: 'Development',
  other: 'Other',
}

export const statusLabels: Readonly<Record<DeploymentStatus, string>> = {
  created: 'Created',
  running: 'Running',
  success: 'Deployed',
  failed: 'Failed',
  canceled: 'Canceled',
  skipped: 'Skipped',
  blocked: 'Waiting for approval',
}

export const approvalLabels: Readonly<Record<ApprovalStatus, string>> = { approved: 'Approved', rejected: 'Rejected' }

/** Times after which an environment stops, as the form offers them; empty for never. */
export const stopTimes: readonly string[] = ['', '1 day', '3 days', '1 week', '2 weeks', '1 month']

export const stopTimeWords = (time: string): string => (time === '' ? 'Never' : `${time} after the last deployment`)
