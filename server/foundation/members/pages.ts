import { groupMembersPage, projectMembersPage } from '#contract/foundation/members.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { PageAddress } from '#server/page-address.ts'

export const membersPages: readonly PageAddress[] = [
  {
    name: 'project-members',
    address: '/:namespace/-/project_members',
    operation: projectMembersPage,
    title: foundationTitles.members,
    module: 'foundation/members/MembersPage.tsx',
  },
  {
    name: 'group-members',
    address: '/groups/:namespace/-/group_members',
    operation: groupMembersPage,
    title: foundationTitles.members,
    module: 'foundation/members/MembersPage.tsx',
  },
]
