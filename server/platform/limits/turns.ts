const waiting: (() => void)[] = []

/**
 * Wait for a turn of the event loop that no other piece of a transfer has: between two pieces all else that is due is done, so
 * pages wait for one piece at most, however many transfers are under way.
 */
export function ownTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(giveTurn)
  })
}

function giveTurn(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(giveTurn)
}
