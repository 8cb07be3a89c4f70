/** Files that are renamed or deleted with their folder at most. */
export const mostFilesOfFolder = 1_000
