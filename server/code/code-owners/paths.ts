/** The possible paths of the file; the first one that exists counts. */
export const codeOwnersPaths = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const
