import type { ThreadCodeParts } from '#web/discuss/thread-code.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { keepThread } from './read-thread.ts'

const load = () => import('./ThreadCode.tsx')
const quiet = { holdsKeys: false }
const Lines = onDemand(() => load().then(module => module.ThreadLines))
const Started = onDemand(() => load().then(module => module.ThreadStarted))

/** What discussions show of threads in a diff. */
export const threadCodeParts: ThreadCodeParts = {
  Lines,
  LineChange: onDemand(() => load().then(module => module.LineChange), quiet),
  Suggest: onDemand(() => load().then(module => module.ThreadSuggest), quiet),
  Started,
  prepare: async (client, noteable, discussions) => {
    const threads = discussions.filter(({ diffDiscussion }) => diffDiscussion)
    for (const thread of threads) keepThread(client, noteable, thread)
    if (threads.length > 0) await Promise.all([Lines.ahead(), Started.ahead()])
  },
}
