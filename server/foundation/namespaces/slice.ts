import type { Slice } from '#server/slice.ts'
import { namespacesAnswers } from './answers.ts'
import { namespacesFields } from './fields.ts'
import { namespacesFollowers } from './follow.ts'
import { namespacesPages } from './pages.ts'
import { userPlaceFields } from './user-fields.ts'

export const namespaces: Slice = {
  name: 'namespaces',
  answers: namespacesAnswers,
  fields: () => {
    namespacesFields()
    userPlaceFields()
  },
  followers: namespacesFollowers,
  pages: namespacesPages,
}
