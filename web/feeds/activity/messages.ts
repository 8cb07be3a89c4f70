export const messages = {
  fetch: 'Could not load activity. Please try again.',
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
