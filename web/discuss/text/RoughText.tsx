import { onDemand } from '#web/ui/on-demand.tsx'

/** What somebody has just sent, until the server's text of it is there. */
export const RoughText = onDemand(() => import('./RoughBlocks.tsx').then(module => module.RoughBlocks), {
  holdsKeys: false,
})
