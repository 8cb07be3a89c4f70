import type { Search } from '#web/api/router/search.ts'

/** The branches and the target project of the address, as `merge_request[source_branch]` or by their own names. */
export function newMergeRequestInput(namespace: string, search: Search) {
  const given = search.merge_request
  const inside = typeof given === 'object' && !Array.isArray(given) ? (given as Search) : {}
  const source = inside.source_branch ?? search.source_branch
  const target = inside.target_branch ?? search.target_branch
  const project = Number(inside.target_project_id ?? search.target_project_id)
  return {
    namespace,
    ...(Number.isSafeInteger(project) && project > 0 ? { targetProjectId: project } : {}),
    ...(typeof source === 'string' && source !== '' ? { sourceBranch: source } : {}),
    ...(typeof target === 'string' && target !== '' ? { targetBranch: target } : {}),
  }
}
