import type { Slice } from '#server/slice.ts'
import { milestoneAnswers } from './answers.ts'
import { milestonesFields } from './fields.ts'

export const milestones: Slice = { name: 'milestones', answers: milestoneAnswers, fields: milestonesFields }
