import { fixedSettings } from './fixed.ts'
import type { Statistics, StoredSettings } from './queries.ts'
import { contractVersion } from './version.ts'

export const presentMetadata = () => ({
  version: contractVersion,
  revision: 'weft',
  kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
  enterprise: false,
})

export const presentSettings = ({ settings, createdAt, updatedAt }: StoredSettings) => ({
  id: 1,
  ...settings,
  ...fixedSettings(settings),
  createdAt,
  updatedAt,
})

const separated = (count: number): string => count.toLocaleString('en-US')

export const presentStatistics = (counted: Statistics) => ({
  forks: separated(counted.forks),
  // Neither of these exists here.
  snippets: '0',
  sshKeys: '0',
  issues: separated(counted.issues),
  mergeRequests: separated(counted.mergeRequests),
  notes: separated(counted.notes),
  milestones: separated(counted.milestones),
  users: separated(counted.users),
  activeUsers: separated(counted.activeUsers),
  projects: separated(counted.projects),
  groups: separated(counted.groups),
})
