export const forkMessages = {
  failed: (fork: string) => `Could not create the fork ${fork}. Delete it, then commit again.`,
} as const
