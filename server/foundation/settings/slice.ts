import type { Slice } from '#server/slice.ts'
import { settingsAnswers } from './answers.ts'
import './events.ts'
import { settingsPages } from './pages.ts'

export const settings: Slice = { name: 'settings', answers: settingsAnswers, pages: settingsPages }
