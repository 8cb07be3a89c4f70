import type { Slice } from '#server/slice.ts'
import { milestoneAnswers } from './answers.ts'

export const milestones: Slice = { name: 'milestones', answers: milestoneAnswers }
