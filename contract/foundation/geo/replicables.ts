/** The types of items that replicas copy, besides the database. Git LFS objects are not stored, so there are none. */
export const replicables = ['project_repositories', 'uploads', 'lfs_objects'] as const
export type Replicable = (typeof replicables)[number]

export const copyStates = ['pending', 'started', 'synced', 'failed'] as const
export const verificationStates = ['pending', 'verified', 'failed'] as const

/** The state of the database of a replica, as the primary sees it. */
export const databaseStates = [
  'primary',
  'streaming',
  'catching_up',
  'paused',
  'disconnected',
  'not_a_standby',
  'unknown',
] as const
