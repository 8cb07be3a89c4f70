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
  // That something changed is no secret; what, each page asks for itself.
  topics: { site: async (_ctx, id) => id === 1 },
}
