import './events.ts'
import type { Slice } from '#server/slice.ts'
import { contactAnswers } from './answers.ts'
import { contactFields } from './fields.ts'
import { renderOldTexts } from './old-texts.ts'
import { contactPages } from './pages.ts'
import { contactKind } from './references.ts'

export const contacts: Slice = {
  name: 'contacts',
  answers: contactAnswers,
  pages: contactPages,
  fields: contactFields,
  timedJobs: [{ name: 'render_old_contacts', pattern: '20 3 * * *', run: renderOldTexts }],
  plugs: { referenceKinds: [contactKind] },
}
