/** The sentences of epics alone. They come with the pages of epics. */
export const epicMessages = {
  createChild: 'Could not create the child epic. Please try again.',
  color: 'Could not save the color of this epic. Please try again.',
}
