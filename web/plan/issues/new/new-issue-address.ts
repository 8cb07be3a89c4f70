import type { Search } from '#web/api/router/search.ts'

/** What the page of a new issue asks for: where it is, which threads it takes over, and what it is linked to. */
export function newIssueInput(namespace: string, search: Search) {
  const {
    discussion_to_resolve: discussion,
    issue_to_resolve_discussions_of: issue,
    add_related_issue: related,
  } = search
  return {
    namespace,
    ...(typeof discussion === 'string' ? { discussionToResolve: discussion } : {}),
    ...(/^\d{1,15}$/.test(String(issue)) ? { issueToResolveDiscussionsOf: Number(issue) } : {}),
    ...(/^\d{1,9}$/.test(String(related)) ? { addRelatedIssue: Number(related) } : {}),
  }
}
