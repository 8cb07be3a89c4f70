import { onDemand } from '#web/ui/on-demand.tsx'

/** What stands in the list while a note is on its way. @source FORM-029 to FORM-031 */
export const Placeholder = onDemand(() => import('./SentNote.tsx').then(module => module.SentNote), {
  holdsKeys: false,
})
