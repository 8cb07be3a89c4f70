import type { ThreadCodeParts } from '#web/discuss/thread-code.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const load = () => import('./ThreadCode.tsx')
const quiet = { holdsKeys: false }

/** The parts of threads in a diff that discussions show. */
export const threadCodeParts: ThreadCodeParts = {
  Lines: onDemand(() => load().then(module => module.ThreadLines)),
  LineChange: onDemand(() => load().then(module => module.LineChange), quiet),
  Suggest: onDemand(() => load().then(module => module.ThreadSuggest), quiet),
  Started: onDemand(() => load().then(module => module.ThreadStarted)),
}
