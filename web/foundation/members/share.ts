import { groupMembersPage, projectMembersPage, shareGroup, shareProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'

/** Share a project or a group with a group, and show it on the members page. */
export function useShare(kind: 'project' | 'group') {
  const project = useOperation(shareProject, { refreshes: [projectMembersPage] })
  const group = useOperation(shareGroup, { refreshes: [groupMembersPage] })
  return kind === 'project' ? project : group
}
