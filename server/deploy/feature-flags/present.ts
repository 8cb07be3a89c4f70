import type { StoredFlag } from './find.ts'

/** A flag as the API shows it. @source rest.md 12.1 */
export const presentFlag = (flag: StoredFlag) => ({
  ...flag,
  version: 'new_version_flag',
  scopes: [],
  lifetimeDays: flag.permanent ? null : flag.lifetimeDays,
})
