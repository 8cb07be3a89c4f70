import './events.ts'
import type { Slice } from '#server/slice.ts'
import { timeTrackingAnswers } from './answers.ts'
import { timeTrackingActions } from './quick-actions.ts'

export const timeTracking: Slice = {
  name: 'time-tracking',
  answers: timeTrackingAnswers,
  plugs: { quickActions: timeTrackingActions, systemNoteIcons: { time_tracking: 'timer' } },
}
