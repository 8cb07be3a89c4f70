/** The sentences of work items, spelled as the requirements spell them. */
export const messages = {
  fetchTypes: 'Something went wrong when fetching work item types. Please try again',
  create: 'Something went wrong when creating a work item. Please try again',
  fetch: 'Something went wrong when fetching the work item. Please try again.',
  missing: 'This item does not exist, or you do not have access to it.',
  addChildren: 'Could not add these items. Please try again.',
  removeChild: 'Could not remove this item. Please try again.',
  reorderChildren: 'Could not change the order. Please try again.',
} as const
