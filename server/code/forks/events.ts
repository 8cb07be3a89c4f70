declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A project was made from another one; its repository is still to be copied. */
    'project.forked': {
      readonly projectId: number
      readonly sourceId: number
      /** Null for all branches and tags. */
      readonly branches: readonly string[] | null
    }
    /** The repository of a fork was copied, or could not be. */
    'fork.copied': { readonly projectId: number; readonly status: 'finished' | 'failed' }
    /** A project became a fork, or is none any longer. */
    'fork.relation_changed': { readonly projectId: number; readonly sourceId: number | null }
  }
}
