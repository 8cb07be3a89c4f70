import type { Slice } from '#server/slice.ts'
import { membersAnswers } from './answers.ts'
import { membersFields } from './fields.ts'
import { membersPages } from './pages.ts'

export const members: Slice = {
  name: 'members',
  answers: membersAnswers,
  fields: membersFields,
  pages: membersPages,
}
