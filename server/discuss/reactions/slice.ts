import './events.ts'
import type { Slice } from '#server/slice.ts'
import { noteAwardPageAnswers } from './answers.ts'
import { reactionsFields } from './fields.ts'
import { reactAction } from './quick-action.ts'

export const reactions: Slice = {
  name: 'reactions',
  fields: reactionsFields,
  answers: noteAwardPageAnswers,
  plugs: { quickActions: [reactAction] },
}
