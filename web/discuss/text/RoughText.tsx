import { onDemand } from '#web/ui/on-demand.tsx'

/** The preview of a text that was just sent, until the server has rendered it. */
export const RoughText = onDemand(() => import('./RoughBlocks.tsx').then(module => module.RoughBlocks), {
  holdsKeys: false,
})
