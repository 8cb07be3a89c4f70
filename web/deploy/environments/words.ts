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
