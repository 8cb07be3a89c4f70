/** The names of the pages, in the window's title and the pages' headings. */
export const feedTitles = {
  activity: 'Activity',
  search: 'Search',
  ownChanges: 'Your changes',
  webhooks: 'Webhooks',
  todos: 'To-do list',
  notifications: 'Notifications',
  paging: 'Paging',
  sentPages: 'Pages',
  phoneProvider: 'Text messages and calls',
  unsentTexts: 'Unsent drafts',
} as const
