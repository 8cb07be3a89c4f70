import type { Slice } from '#server/slice.ts'
import { labelAnswers } from './answers.ts'
import { labelsFields } from './fields.ts'
import { mergesLabels } from './merge.ts'

export const labels: Slice = { name: 'labels', answers: labelAnswers, fields: labelsFields, followers: [mergesLabels] }
