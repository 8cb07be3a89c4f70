/** The sentences of feature flags. @source ERRMSG-087 */
export const messages = {
  relatedFlags: 'There was an error loading related feature flags',
  list: 'The feature flags could not be loaded.',
  flag: 'The feature flag could not be loaded.',
  userLists: 'The user lists could not be loaded.',
  places: 'The code could not be searched.',
} as const
