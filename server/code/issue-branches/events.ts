declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A branch for an issue was created in the issue's project. */
    'issue.branch_created': { readonly issueId: number; readonly branch: string }
    /** Merge requests that mention or close some issues were opened or changed. */
    'issue.merge_requests_changed': { readonly issueIds: readonly number[] }
  }
}
