export const messages = {
  fetch: 'Could not load activity. Please try again.',
  fetchChanges: 'Could not load your changes. Please try again.',
  moreChanges: 'Could not load more changes. Please try again.',
  undoRule: (days: number) =>
    `You can undo a change for ${days} days. Items that someone has edited since are skipped.`,
  more: 'Could not load more activity. Please try again.',
} as const

export const kindNames = [
  ['pushes', 'Pushes'],
  ['issues', 'Issues'],
  ['merge_requests', 'Merge requests'],
  ['comments', 'Comments'],
  ['milestones', 'Milestones'],
  ['members', 'Members'],
] as const
