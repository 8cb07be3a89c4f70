/** Cards that each list shows at first, and at most. */
export const cardsPerList = { first: 20, more: 40, most: 1000 } as const

/** Cards of a list that each lane of a grouped board shows at first. */
export const cardsPerCell = 10
/** Lanes that a grouped board shows at first, and at most. */
export const lanesPerBoard = { first: 10, more: 20, most: 200 } as const

/** The attributes that have a lane for each value. */
export const laneAttributes = ['epic', 'assignee', 'label', 'milestone', 'parent'] as const
export type LaneAttribute = (typeof laneAttributes)[number]

/** The issues of a board as one row, or in lanes. */
export const boardGroupings = ['none', ...laneAttributes] as const

/** Labels that can be chosen as lanes, and lanes that a person can keep collapsed on a board. */
export const mostLaneLabels = 50
export const mostCollapsedLanes = 200

/** Issues of a lane are counted up to this number in a list. */
export const laneCountLimit = 1001
