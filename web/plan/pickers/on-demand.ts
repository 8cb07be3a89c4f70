import { later } from '#web/ui/later.ts'

/** The lists that a button opens: their scripts come when one of them is. */
export const LabelPicker = later(() => import('./LabelPicker.tsx').then(module => module.LabelPicker))
export const MilestonePicker = later(() => import('./MilestonePicker.tsx').then(module => module.MilestonePicker))
export const PeoplePicker = later(() => import('./PeoplePicker.tsx').then(module => module.PeoplePicker))
