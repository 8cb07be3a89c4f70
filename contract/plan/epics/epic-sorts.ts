/** The orders of lists of epics. */
export const epicSorts = ['created_at', 'updated_at', 'title', 'start_date', 'end_date'] as const
