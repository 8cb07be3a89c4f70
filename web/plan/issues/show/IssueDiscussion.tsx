/** What is said about the issue. */
export function IssueDiscussion() {
  return null
}
