import { hasSocket, watchConnection } from './live.ts'

/** Time for the socket to open before polling begins. @source ISSUE-026 */
const firstPollAfterMs = 2_000

/** Poll what is shown while there is no socket. The code for it is loaded when it is needed. */
async function followConnection(waitMs = firstPollAfterMs): Promise<void> {
  if (!hasSocket()) await new Promise(resolve => setTimeout(resolve, waitMs))
  // If the server cannot be reached, the next attempt to open the socket calls this again.
  const polls = (isPolling || !hasSocket()) && (await import('./polls.ts').catch(() => null))
  if (!polls) return
  isPolling = !hasSocket()
  if (isPolling) polls.startPolls()
  else polls.stopPolls()
}

let isPolling = false

// The server renders pages, too.
if (globalThis.document !== undefined) {
  watchConnection(() => void followConnection())
  void followConnection(firstPollAfterMs - sinceLoadMs())
}

/** This code comes when the browser is idle: until then, the socket has had its time. */
function sinceLoadMs(): number {
  const [opening] = performance.getEntriesByType('navigation')
  return opening instanceof PerformanceNavigationTiming ? performance.now() - opening.loadEventEnd : 0
}
