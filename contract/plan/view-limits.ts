/** The lists that have views. */
export const viewedLists = ['issue', 'epic', 'merge_request'] as const
export type ViewedList = (typeof viewedLists)[number]

export const longestViewName = 100
export const longestViewQuery = 4000
/** Of one list: views of one person, and shared ones. */
export const mostViews = 50
