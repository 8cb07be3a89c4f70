import { onDemand } from '#web/ui/on-demand.tsx'

/** The placeholder of a note that is being sent. @source FORM-029 to FORM-031 */
export const Placeholder = onDemand(() => import('./SentNote.tsx').then(module => module.SentNote), {
  holdsKeys: false,
})
