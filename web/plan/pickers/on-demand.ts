import { onDemand } from '#web/ui/on-demand.tsx'

/** The lists that a button opens: their scripts come when one of them is. */
export const ChoicePicker = onDemand(() => import('./ChoicePicker.tsx').then(module => module.ChoicePicker))
export const EpicPicker = onDemand(() => import('./EpicPicker.tsx').then(module => module.EpicPicker))
export const LabelPicker = onDemand(() => import('./LabelPicker.tsx').then(module => module.LabelPicker))
export const IterationPicker = onDemand(() => import('./IterationPicker.tsx').then(module => module.IterationPicker))
export const MilestonePicker = onDemand(() => import('./MilestonePicker.tsx').then(module => module.MilestonePicker))
export const PeoplePicker = onDemand(() => import('./PeoplePicker.tsx').then(module => module.PeoplePicker))
