import type { Slice } from '#server/slice.ts'
import { savedViewAnswers } from './answers.ts'

export const savedViews: Slice = { name: 'saved-views', answers: savedViewAnswers }
