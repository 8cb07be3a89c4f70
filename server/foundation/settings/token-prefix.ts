/** The prefix of personal access tokens. */
export const tokenPrefix = 'glpat-'
