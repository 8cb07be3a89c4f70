/** Where the file may lie; the first one there is counts. */
export const codeOwnersPaths = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const
