/** The lists of projects and groups that have views. */
export const viewedLists = ['issue', 'incident', 'request', 'epic', 'merge_request'] as const
export type PlaceList = (typeof viewedLists)[number]
/** The to-do list is included, whose views belong to one person each. */
export type ViewedList = PlaceList | 'todo'

export const longestViewName = 100
export const longestViewQuery = 4000
/** The limit per list, for the views of one person and for shared views. */
export const mostViews = 50
