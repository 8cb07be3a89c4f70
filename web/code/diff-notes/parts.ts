import type { ThreadCodeParts } from '#web/discuss/thread/thread-code.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

/** What discussions show of threads in a diff. */
export const threadCodeParts: ThreadCodeParts = {
  Lines: onDemand(() => import('./ThreadCode.tsx').then(module => module.ThreadLines)),
  Started: onDemand(() => import('./ThreadCode.tsx').then(module => module.ThreadStarted)),
}
