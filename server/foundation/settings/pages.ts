import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { getApplicationSettings } from '#contract/foundation/settings.ts'
import type { PageAddress } from '#server/page-address.ts'

export const settingsPages: readonly PageAddress[] = [
  {
    name: 'admin-settings',
    address: '/admin/settings',
    operation: getApplicationSettings,
    title: foundationTitles.settings,
    module: 'foundation/admin/settings/SettingsPage.tsx',
  },
]
