/** The time for which a pointer rests before something opens by itself; the only constant for it. @source UI-017 */
export const openDelayMs = 400
