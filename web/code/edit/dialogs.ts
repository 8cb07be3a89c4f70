import { onDemand } from '#web/ui/on-demand.tsx'

export const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then(module => module.UploadDialog))
export const DeleteFileDialog = onDemand(() => import('./UploadDialog.tsx').then(module => module.DeleteFileDialog))
