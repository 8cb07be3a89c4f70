/** What lists of epics are sorted by. */
export const epicSorts = ['created_at', 'updated_at', 'title', 'start_date', 'end_date'] as const
