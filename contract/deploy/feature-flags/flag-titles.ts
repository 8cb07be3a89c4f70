/** The names of the pages of feature flags, in the window's title and the pages' headings. */
export const flagTitles = {
  flags: 'Feature flags',
  newFlag: 'New feature flag',
  flag: (name: string) => name,
  editFlag: (name: string) => `Edit ${name}`,
  segments: 'Segments',
  newSegment: 'New segment',
  segment: (name: string) => name,
  userLists: 'User lists',
  newUserList: 'New user list',
  userList: (name: string) => name,
} as const
