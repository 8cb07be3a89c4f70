/** The folder of the refs of a kind in Git. */
export const refFolders = { branch: 'refs/heads/', tag: 'refs/tags/' } as const

/** @returns the full name of a branch: `refs/heads/main` */
export const branchRef = (name: string): string => `${refFolders.branch}${name}`

export const tagRef = (name: string): string => `${refFolders.tag}${name}`

/** @returns the name of the branch in a full name, null if it is no branch */
export const branchOf = (ref: string): string | null =>
  ref.startsWith(refFolders.branch) ? ref.slice(refFolders.branch.length) : null

export const isTagRef = (ref: string): boolean => ref.startsWith(refFolders.tag)

/** @returns the name of a branch or tag without its folder; any other name as it is */
export const shortRefName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '')
