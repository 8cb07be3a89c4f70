/** The largest folder, in files, that the Web IDE can rename or delete. */
export const mostFilesOfFolder = 1_000
