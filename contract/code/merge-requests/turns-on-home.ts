/** What the home of a user asks for: so many merge requests that wait for the user, in the names of the wire. */
export const turnsOnHome = { per_page: 5 } as const
