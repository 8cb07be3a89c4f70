import './events.ts'
import type { Slice } from '#server/slice.ts'
import { timeTrackingAnswers } from './answers.ts'
import { timelogMutations } from './mutations.ts'
import { timeTrackingActions } from './quick-actions.ts'
import { timelogLists } from './timelog-lists.ts'

export const timeTracking: Slice = {
  name: 'time-tracking',
  answers: timeTrackingAnswers,
  fields: () => {
    timelogMutations()
    timelogLists()
  },
  plugs: { quickActions: timeTrackingActions, systemNoteIcons: { time_tracking: 'timer' } },
}
