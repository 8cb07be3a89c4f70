import type { Search } from '#web/api/router/search.ts'

/** The branches of the address, as `merge_request[source_branch]` or by their own names. */
export function newMergeRequestInput(namespace: string, search: Search) {
  const given = search.merge_request
  const inside = typeof given === 'object' && !Array.isArray(given) ? (given as Search) : {}
  const source = inside.source_branch ?? search.source_branch
  const target = inside.target_branch ?? search.target_branch
  return {
    namespace,
    ...(typeof source === 'string' && source !== '' ? { sourceBranch: source } : {}),
    ...(typeof target === 'string' && target !== '' ? { targetBranch: target } : {}),
  }
}
