import type { Slice } from '#server/slice.ts'
import { sessionsAnswers } from './answers.ts'
import './events.ts'
import { sessionsPages } from './pages.ts'

export const sessions: Slice = { name: 'sessions', answers: sessionsAnswers, pages: sessionsPages }
