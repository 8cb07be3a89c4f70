import type { Slice } from '#server/slice.ts'
import { accessRequestAnswers } from './access-request-answers.ts'
import { membersAnswers } from './answers.ts'
import { recheckExpired } from './expire.ts'
import { membersFields } from './fields.ts'
import { membersPages } from './pages.ts'

export const members: Slice = {
  name: 'members',
  answers: [...membersAnswers, ...accessRequestAnswers],
  fields: membersFields,
  pages: membersPages,
  timedJobs: [{ name: 'recheck_expired', pattern: '0 0 * * *', run: recheckExpired }],
}
