/** The days with which a week can begin; 0 is Sunday. */
export const weekStarts: readonly number[] = [0, 1, 6]

export const weekStartProblem = 'must be 0 (Sunday), 1 (Monday) or 6 (Saturday)'
