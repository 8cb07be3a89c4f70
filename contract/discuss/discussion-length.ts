/** In discussions with at least this many entries, those out of sight are not drawn. */
export const longFrom = 60
/** The number of notes that a page shows by itself; the others load when the user scrolls to them. */
export const shownByItself = 500
