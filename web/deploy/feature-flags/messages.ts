/** The sentences of feature flags. @source ERRMSG-087 */
export const messages = {
  relatedFlags: 'There was an error loading related feature flags',
  list: 'Could not load the feature flags.',
  flag: 'Could not load the feature flag.',
  userLists: 'Could not load the user lists.',
  segments: 'Could not load the segments.',
  places: 'Could not search the code.',
} as const
