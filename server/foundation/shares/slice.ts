import type { Slice } from '#server/slice.ts'
import { sharesAnswers } from './answers.ts'

export const shares: Slice = { name: 'shares', answers: sharesAnswers }
