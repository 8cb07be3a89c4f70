/** Words, addresses and parameters of the two kinds of refs. */
export const refKinds = {
  branch: {
    /** The name in operations and errors: `listBranches`, "Branch Not Found". */
    name: 'Branch',
    title: 'Branches',
    word: 'branch',
    /** The plural, which is also the last segment of its paths in the API, and of its page. */
    plural: 'branches',
    /** The parameter for its name in paths of the API. */
    parameter: 'branch',
  },
  tag: { name: 'Tag', title: 'Tags', word: 'tag', plural: 'tags', parameter: 'tagName' },
} as const

export type RefKind = keyof typeof refKinds
