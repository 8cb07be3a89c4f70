/** How long a pointer rests before something opens by itself. The one constant for it. @source UI-017 */
export const openDelayMs = 400
