import { onDemand } from '../on-demand.tsx'

/** Asks before something is done, in a dialog. */
export const ConfirmDialog = onDemand(() =>
  import('./ConfirmDialogContent.tsx').then(module => module.ConfirmDialogContent),
)
