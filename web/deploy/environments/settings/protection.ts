import type { DeploySettingsPage } from '#contract/deploy/environments/environment-pages.ts'
import { deploySettingsPage } from '#web/api/operations.gen.ts'
import { environmentReadings } from '../readings.ts'

export type Protection = DeploySettingsPage['protectedEnvironments'][number]

/** The readings that a change of a protection makes stale. */
export const protectionReadings = [deploySettingsPage, ...environmentReadings]

export const roleOptions = [
  { value: '40', label: 'Maintainers' },
  { value: '30', label: 'Developers and maintainers' },
  { value: '60', label: 'Administrators' },
] as const
