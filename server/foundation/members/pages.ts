import { groupMembersPage, projectMembersPage } from '#contract/foundation/members.ts'
import type { PageAddress } from '#server/slice.ts'

export const membersPages: readonly PageAddress[] = [
  { name: 'project-members', address: '/:namespace/-/project_members', operation: projectMembersPage },
  { name: 'group-members', address: '/groups/:namespace/-/group_members', operation: groupMembersPage },
]
