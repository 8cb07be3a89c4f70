import type { Slice } from '#server/slice.ts'
import { searchAnswers } from './answers.ts'

export const search: Slice = { name: 'search', answers: searchAnswers }
