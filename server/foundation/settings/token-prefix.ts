/** What personal access tokens begin with. */
export const tokenPrefix = 'glpat-'
