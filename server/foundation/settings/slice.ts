import type { Slice } from '#server/slice.ts'
import { settingsAnswers } from './answers.ts'
import './events.ts'

export const settings: Slice = { name: 'settings', answers: settingsAnswers }
