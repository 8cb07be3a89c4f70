/** The entries of a folder that a page shows at first, and that each **Show more** adds. */
export const rowsOfFolder = 2_000
/** The most entries of a folder that a page shows. */
export const mostRowsOfFolder = 20_000
