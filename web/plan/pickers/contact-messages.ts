/** The sentences of contacts. They come with what shows contacts, apart from those of all issues. */
export const contactMessages = {
  /** @source ERRMSG-014 */
  load: 'Something went wrong trying to load issue contacts.',
  save: 'Could not save the contacts. Please try again.',
}
