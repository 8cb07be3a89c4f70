import { onDemand } from '#web/ui/on-demand.tsx'

/** Loaded at rest too: a page may be out of reach. */
export const PageFailure = onDemand(() => import('./PageFailure.tsx').then(module => module.PageFailure))
