import type { ThreadCodeParts } from '#web/discuss/thread-code.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const load = () => import('./ThreadCode.tsx')
const quiet = { holdsKeys: false }

/** What discussions show of threads in a diff. */
export const threadCodeParts: ThreadCodeParts = {
  Lines: onDemand(() => load().then(module => module.ThreadLines)),
  LineChange: onDemand(() => load().then(module => module.LineChange), quiet),
  Suggest: onDemand(() => load().then(module => module.ThreadSuggest), quiet),
  Started: onDemand(() => load().then(module => module.ThreadStarted)),
}
