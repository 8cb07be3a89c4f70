/** The sentences of merge requests' pages. */
export const messages = {
  merge: 'Could not merge. Please try again.',
  rebase: 'Could not rebase. Please try again.',
  autoMerge: 'Could not set auto-merge. Please try again.',
  options: 'Could not save the merge options. Please try again.',
  create: 'Could not create the merge request. Please try again.',
  commits: 'Could not load the commits.',
  changes: 'Could not load the changes.',
} as const
