/** Entries of a folder that a page shows at first, and more each time it is asked to. */
export const rowsOfFolder = 2_000
/** The most that it shows. */
export const mostRowsOfFolder = 20_000
