import type { Search } from '#web/api/route.tsx'

/** What the page of a new issue asks for: where it is, and which threads it takes over. */
export function newIssueInput(namespace: string, search: Search) {
  const { discussion_to_resolve: discussion, issue_to_resolve_discussions_of: issue } = search
  return {
    namespace,
    ...(typeof discussion === 'string' ? { discussionToResolve: discussion } : {}),
    ...(/^\d{1,15}$/.test(String(issue)) ? { issueToResolveDiscussionsOf: Number(issue) } : {}),
  }
}
