import { onDemand } from '#web/ui/on-demand.tsx'

export const PickDialog = onDemand(() => import('./PickDialog.tsx').then(module => module.PickDialog))
