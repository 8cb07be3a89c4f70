/** Cards that each list shows at first, and at most. */
export const cardsPerList = { first: 20, more: 40, most: 500 } as const
