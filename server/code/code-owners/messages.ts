export const messages = {
  tooSlow:
    'Matching the changed files against the CODEOWNERS file took too long. Simplify its patterns, or change fewer files.',
  ownedFiles: (paths: readonly string[], branch: string) =>
    `${mustApprove(paths)}. Push to another branch and create a merge request into ${branch}`,
  unseenOwnedFiles: (paths: readonly string[], branch: string) =>
    `${mustApprove(paths)}. Merge ${branch} into the source branch, so that the merge request shows them`,
} as const

function mustApprove([first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : others.length === 1 ? ' and 1 more file' : ` and ${others.length} more files`
  return `Code owners must approve changes to ${first}${more}`
}
