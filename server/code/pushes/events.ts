declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** The message of a commit names an issue. */
    'issue.commit_mentioned': {
      readonly issueId: number
      readonly commitId: string
      /** The project of the commit. */
      readonly projectId: number
    }
  }
}
