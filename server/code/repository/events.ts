declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** Branches or tags of a project moved; ids are null where one was created or deleted. */
    'repository.pushed': {
      readonly projectId: number
      readonly refs: readonly { readonly ref: string; readonly before: string | null; readonly after: string | null }[]
    }
    /** Its count of commits or its size on the disk is another now. */
    'repository.measured': { readonly projectId: number }
  }
}

/** What live pages of a project's code listen to. */
export const repositoryTopic = (projectId: number): string => `repository:${projectId}`
