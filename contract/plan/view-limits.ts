/** The lists that have views. */
export const viewedLists = ['issue', 'epic', 'merge_request'] as const
export type ViewedList = (typeof viewedLists)[number]

export const longestViewName = 100
export const longestViewQuery = 4000
/** Per list, for the views of one person and for shared views. */
export const mostViews = 50
