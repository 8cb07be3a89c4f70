import type { Slice } from '#server/slice.ts'
import { badgesAnswers } from './answers.ts'
import './events.ts'

export const badges: Slice = { name: 'badges', answers: badgesAnswers }
