import type { Slice } from '#server/slice.ts'
import { settingsAnswers } from './answers.ts'
import './events.ts'
import { settingsFields } from './fields.ts'
import { settingsPages } from './pages.ts'

export const settings: Slice = {
  name: 'settings',
  answers: settingsAnswers,
  fields: settingsFields,
  pages: settingsPages,
  // A change of settings is no secret; each page reads the new values itself.
  topics: { site: async (_ctx, id) => id === 1 },
}
