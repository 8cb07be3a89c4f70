import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshQuery } from '#web/api/carried-query.ts'
import { useHasSocket } from '#web/api/live/live.ts'
import { isSeen, watchSeen } from '#web/api/visibility.ts'
import { createPoller } from '#web/discuss/reading/poller.ts'

/** A socket that is on its way needs no polls beside it. @source ISSUE-026 */
const firstPollAfterMs = 2_000

/**
 * Where no socket tells of changes, read the data of the page again and again: not while the tab is hidden, and at once when
 * it is shown again.
 *
 * @source ISSUE-026, ISSUE-027
 */
export function usePolls(queryKey: QueryKey): void {
  const client = useQueryClient()
  const hasSocket = useHasSocket()
  const key = JSON.stringify(queryKey)
  // The clock and the page's visibility are outside of React.
  useEffect(() => {
    if (hasSocket) return
    const poller = createPoller({
      look: async () => {
        await refreshQuery(client, key)
        return client.getQueryState(JSON.parse(key))?.fetchFailureCount === 0 ? 'ok' : 'failed'
      },
      isVisible: isSeen,
      growth: 2,
    })
    const start = setTimeout(() => poller.start(), firstPollAfterMs)
    const unwatch = watchSeen(poller.visibilityChanged)
    return () => {
      clearTimeout(start)
      unwatch()
      poller.stop()
    }
  }, [client, hasSocket, key])
}
