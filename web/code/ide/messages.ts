export const ideMessages = {
  overlaps: (paths: readonly string[], branch: string): string =>
    paths.length === 1
      ? `${paths[0]} has changed on ${branch} since you began. Open it in the single-file editor to merge both versions.`
      : `${paths.length} files have changed on ${branch} since you began. Open them in the single-file editor to merge both versions.`,
  gone: (path: string, branch: string): string =>
    `${path} is no longer on ${branch}. Discard its changes, or create the file again.`,
} as const
