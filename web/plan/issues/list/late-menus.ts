import { onDemand } from '#web/ui/on-demand.tsx'

/** The menus of the buttons above a list. */
export const ColumnsMenu = onDemand(() => import('./columns/ColumnsMenu.tsx').then(module => module.ColumnsMenu))
export const GroupMenu = onDemand(() => import('./groups/GroupMenu.tsx').then(module => module.GroupMenu))
