import type { Search } from '#web/api/router/search.ts'

/** The input of the page of a new issue: its project, the threads it takes over, and the issue it is linked to. */
export function newIssueInput(namespace: string, search: Search) {
  const { add_related_issue: related } = search
  return {
    namespace,
    ...threadsTakenOver(search),
    ...(/^\d{1,9}$/.test(String(related)) ? { addRelatedIssue: Number(related) } : {}),
  }
}

export type ThreadsTakenOver = ReturnType<typeof threadsTakenOver>

/** The threads that the issue takes over, as the address names them. */
export function threadsTakenOver({
  discussion_to_resolve: discussion,
  issue_to_resolve_discussions_of: issue,
  merge_request_to_resolve_discussions_of: mergeRequest,
}: Search) {
  return {
    ...(typeof discussion === 'string' ? { discussionToResolve: discussion } : {}),
    ...(isNumber(issue) ? { issueToResolveDiscussionsOf: Number(issue) } : {}),
    ...(isNumber(mergeRequest) ? { mergeRequestToResolveDiscussionsOf: Number(mergeRequest) } : {}),
  }
}

const isNumber = (word: unknown): boolean => /^\d{1,15}$/.test(String(word))
