import './events.ts'
import type { Slice } from '#server/slice.ts'
import { reactionsAnswers } from './answers.ts'
import { reactAction } from './quick-action.ts'

export const reactions: Slice = {
  name: 'reactions',
  answers: reactionsAnswers,
  plugs: { quickActions: [reactAction] },
}
