import type { Slice } from '#server/slice.ts'
import { keysAnswers } from './answers.ts'
import './events.ts'
import { keysPages } from './pages.ts'

export const keys: Slice = { name: 'keys', answers: keysAnswers, pages: keysPages }
