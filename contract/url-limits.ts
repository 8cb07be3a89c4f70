/** Characters of a URL that a person gives, at most. */
export const urlCharacters = 2048
