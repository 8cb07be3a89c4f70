declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** The threads of a diff were carried to its newest version. */
    'diff_threads.carried': { readonly issuableId: number; readonly versionId: number }
  }
}
