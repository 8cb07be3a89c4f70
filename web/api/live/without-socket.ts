import { hasSocket, watchConnection } from './live.ts'

/** A socket that is on its way needs no polls beside it. @source ISSUE-026 */
const firstPollAfterMs = 2_000

/** Poll what is shown while there is no socket. The polls are loaded once they are needed. */
async function followConnection(): Promise<void> {
  if (!hasSocket()) await new Promise(resolve => setTimeout(resolve, firstPollAfterMs))
  // Where the server cannot be reached, the next attempt of the socket comes here again.
  const polls = (isPolling || !hasSocket()) && (await import('./polls.ts').catch(() => null))
  if (!polls) return
  isPolling = !hasSocket()
  if (isPolling) polls.startPolls()
  else polls.stopPolls()
}

let isPolling = false

// The server draws pages, too.
if (globalThis.document !== undefined) {
  watchConnection(() => void followConnection())
  void followConnection()
}
