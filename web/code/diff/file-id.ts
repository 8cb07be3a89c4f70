/** The id of a changed file's part of the page. */
export const fileId = (path: string): string => `file-${path}`
