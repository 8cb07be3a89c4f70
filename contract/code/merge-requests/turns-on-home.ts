/** The input for the turns on a user's home, in the names of the wire: the number of merge requests to show. */
export const turnsOnHome = { per_page: 5 } as const
