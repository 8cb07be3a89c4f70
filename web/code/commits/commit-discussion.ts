import { onDemand } from '#web/ui/on-demand.tsx'

export const CommitDiscussion = onDemand(
  () => import('./CommitDiscussion.tsx').then(module => module.CommitDiscussion),
  { holdsKeys: false },
)
