import { refreshQuery } from '../carried-query.ts'
import { isReached, watchReach } from '../reach.ts'
import { isSeen, watchSeen } from '../visibility.ts'
import { polledQueries } from './live.ts'
import { createPoller } from './poller.ts'

const poller = createPoller({
  look: async () => {
    const clients = new Map([...polledQueries].map(({ client, key }) => [key, client]))
    const looked = await Promise.all(
      [...clients].map(async ([key, client]) => {
        await refreshQuery(client, key)
        return client.getQueryState(JSON.parse(key))?.fetchFailureCount === 0
      }),
    )
    return looked.every(Boolean) ? 'ok' : 'failed'
  },
  isVisible: isSeen,
  growth: 2,
})
watchSeen(poller.visibilityChanged)
watchReach(() => {
  if (isReached()) poller.visibilityChanged()
})

/**
 * Poll the data that the page shows: not while the tab is hidden, and at once when it is shown again.
 *
 * @source ISSUE-026, ISSUE-027, POLL-008 to POLL-011
 */
export const { start: startPolls, stop: stopPolls } = poller
