/** Cards that each list shows at first, and at most. */
export const cardsPerList = { first: 20, more: 40, most: 1000 } as const

/** Cards of a list that each lane of a grouped board shows at first. */
export const cardsPerCell = 10
/** Lanes of epics that a grouped board shows at first, and at most. */
export const lanesPerBoard = { first: 10, more: 20, most: 200 } as const

/** The issues of a board as one row, or as a lane for each epic. */
export const boardGroupings = ['none', 'epic'] as const

/** The choice, stored in the browser, to group boards by epic if the URL does not say otherwise. See `contract/reader.ts`. */
export const boardsByEpic = 'boards-by-epic'
