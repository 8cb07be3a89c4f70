import { onDemand } from '#web/ui/on-demand.tsx'

/** The bar of a selection, which is loaded with the first row that is selected. */
export const BulkBar = onDemand(() => import('./BulkBar.tsx').then(module => module.BulkBar))
