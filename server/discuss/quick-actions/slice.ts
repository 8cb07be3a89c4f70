import type { Slice } from '#server/slice.ts'
import { quickActionsAnswers } from './answers.ts'

export const quickActions: Slice = { name: 'quick-actions', answers: quickActionsAnswers }
