import type { CheckInState } from '#contract/monitor/alerts/check-in-limits.ts'
import { Dot } from '#web/plan/facts/ChoiceDot.tsx'
import alerts from '../Alerts.module.css'
import { stateLabels } from './words.ts'

const tones = { new: 'muted', on_time: 'success', missing: 'danger', paused: 'muted' } as const satisfies Readonly<
  Record<CheckInState, string>
>

export const CheckInMark = ({ state }: { readonly state: CheckInState }) => (
  <span className={alerts.mark}>
    <Dot tone={tones[state]} /> {stateLabels[state]}
  </span>
)
