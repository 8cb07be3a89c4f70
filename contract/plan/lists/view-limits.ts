/** The lists of projects and groups that have views. */
export const viewedLists = ['issue', 'incident', 'epic', 'merge_request'] as const
export type PlaceList = (typeof viewedLists)[number]
/** With the to-do list, whose views belong to one person each. */
export type ViewedList = PlaceList | 'todo'

export const longestViewName = 100
export const longestViewQuery = 4000
/** Per list, for the views of one person and for shared views. */
export const mostViews = 50
