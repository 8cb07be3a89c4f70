import type { Slice } from '#server/slice.ts'
import { labelAnswers } from './answers.ts'
import { labelsFields } from './fields.ts'

export const labels: Slice = { name: 'labels', answers: labelAnswers, fields: labelsFields }
