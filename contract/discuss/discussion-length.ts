/** From so many entries on, what is not in sight is not drawn. */
export const longFrom = 60
/** A page shows so many notes by itself, the others when somebody gets there. */
export const shownByItself = 500
