import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { getPreferences, getProfile, listUsers } from '#contract/foundation/users.ts'
import type { PageAddress } from '#server/page-address.ts'

export const usersPages: readonly PageAddress[] = [
  {
    name: 'profile',
    address: '/-/user_settings/profile',
    operation: getProfile,
    title: foundationTitles.profile,
    module: 'foundation/user-settings/ProfilePage.tsx',
  },
  {
    name: 'preferences',
    address: '/-/user_settings/preferences',
    operation: getPreferences,
    title: foundationTitles.preferences,
    module: 'foundation/user-settings/PreferencesPage.tsx',
  },
  {
    name: 'admin-users',
    address: '/admin/users',
    alsoAt: '/admin',
    operation: listUsers,
    isForAdministrators: true,
    title: foundationTitles.users,
    module: 'foundation/admin/UsersPage.tsx',
  },
]
