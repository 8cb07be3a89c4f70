export const messages = {
  tooSlow:
    'Matching the changed files with the CODEOWNERS file takes too long. Shorten its patterns, or change fewer files',
  ownedFiles: (paths: readonly string[], branch: string) => {
    const [first = '', ...others] = paths
    const more =
      others.length === 0 ? '' : others.length === 1 ? ' and 1 more file' : ` and ${others.length} more files`
    return `Code owners must approve changes to ${first}${more}. Push to another branch and create a merge request into ${branch}`
  },
} as const
