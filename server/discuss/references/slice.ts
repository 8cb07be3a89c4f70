import type { Slice } from '#server/slice.ts'
import { referencesAnswers } from './answers.ts'
import { issueKind } from './kinds/issues.ts'
import { labelKind, milestoneKind } from './kinds/titled.ts'
import { userReferences } from './kinds/users.ts'

export const references: Slice = {
  name: 'references',
  answers: referencesAnswers,
  plugs: { referenceKinds: [userReferences, issueKind, labelKind, milestoneKind] },
}
