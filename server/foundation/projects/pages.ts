import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { projectSettingsPage } from '#contract/foundation/projects.ts'
import type { PageAddress } from '#server/page-address.ts'

export const projectsPages: readonly PageAddress[] = [
  {
    name: 'project-settings',
    address: '/:namespace/-/edit',
    operation: projectSettingsPage,
    title: foundationTitles.settings,
    module: 'foundation/settings/ProjectSettingsPage.tsx',
  },
]
