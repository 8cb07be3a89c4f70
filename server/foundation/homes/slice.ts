import type { Slice } from '#server/slice.ts'
import { homesAnswers } from './answers.ts'
import { homesPages } from './pages.ts'

export const homes: Slice = { name: 'homes', answers: homesAnswers, pages: homesPages }
