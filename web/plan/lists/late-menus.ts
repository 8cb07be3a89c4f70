import { onDemand } from '#web/ui/on-demand.tsx'

/** Says which words of the address the list does not know. */
export const AddressNotice = onDemand(() => import('./filter/AddressNotice.tsx').then(module => module.AddressNotice), {
  holdsKeys: false,
})

/** The menus of the buttons above a list. */
export const ColumnsMenu = onDemand(() => import('./columns/ColumnsMenu.tsx').then(module => module.ColumnsMenu))
export const GroupMenu = onDemand(() => import('./groups/GroupMenu.tsx').then(module => module.GroupMenu))
