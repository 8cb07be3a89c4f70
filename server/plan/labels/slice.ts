import type { Slice } from '#server/slice.ts'
import { labelAnswers } from './answers.ts'

export const labels: Slice = { name: 'labels', answers: labelAnswers }
