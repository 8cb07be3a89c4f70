/** The sentences of epics alone. They come with the pages of epics. */
export const epicMessages = {
  createChild: 'Could not create the child epic. Please try again.',
  bulkUpdate: 'Could not update the epics. Try again.',
  color: 'Could not save the color of this epic. Please try again.',
  wrongColor: 'Enter a color such as #1068bf.',
  addChildren: 'Something went wrong while adding to this epic. Please try again.',
  removeChild: (kind: 'issue' | 'epic') =>
    kind === 'issue'
      ? 'Something went wrong while removing issue from epic.'
      : 'An error occurred while removing epics.',
  moveChild: 'Could not move this item. Please try again.',
  reorderChildren: 'Could not change the order. Please try again.',
}
