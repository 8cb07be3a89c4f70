export const forkMessages = {
  failed: (fork: string) => `${fork} could not be copied. Delete that fork, then commit again.`,
} as const
