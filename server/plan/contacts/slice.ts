import './events.ts'
import type { Slice } from '#server/slice.ts'
import { contactAnswers } from './answers.ts'
import { contactFields } from './fields.ts'
import { contactPages } from './pages.ts'
import { contactKind } from './references.ts'

export const contacts: Slice = {
  name: 'contacts',
  answers: contactAnswers,
  pages: contactPages,
  fields: contactFields,
  plugs: { referenceKinds: [contactKind] },
}
