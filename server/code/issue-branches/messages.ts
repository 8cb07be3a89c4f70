export const messages = {
  needsPrivateFork: 'Select a private fork: the issue is confidential, and the project is not private',
  notPrivate: 'The selected project is not private',
  notAFork: 'The selected project is not a fork of the project',
  noMergeRequests: 'You cannot create merge requests in the project',
} as const
