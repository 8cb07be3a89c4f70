import { groupSettingsPage } from '#contract/foundation/groups.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { PageAddress } from '#server/page-address.ts'

export const groupsPages: readonly PageAddress[] = [
  {
    name: 'group-settings',
    address: '/groups/:namespace/-/edit',
    operation: groupSettingsPage,
    title: foundationTitles.settings,
    module: 'foundation/settings/GroupSettingsPage.tsx',
  },
]
