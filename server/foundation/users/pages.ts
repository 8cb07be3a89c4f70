import { getPreferences, getProfile, listUsers } from '#contract/foundation/users.ts'
import type { PageAddress } from '#server/slice.ts'

export const usersPages: readonly PageAddress[] = [
  { name: 'profile', address: '/-/user_settings/profile', operation: getProfile },
  { name: 'preferences', address: '/-/user_settings/preferences', operation: getPreferences },
  { name: 'admin-users', address: '/admin/users', operation: listUsers },
]
