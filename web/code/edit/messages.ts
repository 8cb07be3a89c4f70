export const editMessages = {
  forkFailed: (fork: string) => `${fork} could not be copied. Delete that fork, then commit again.`,
} as const
