import type { Slice } from '#server/slice.ts'
import { namespacesAnswers } from './answers.ts'
import { namespacesFields } from './fields.ts'
import { namespacesFollowers } from './follow.ts'
import { namespacesPages } from './pages.ts'

export const namespaces: Slice = {
  name: 'namespaces',
  answers: namespacesAnswers,
  fields: namespacesFields,
  followers: namespacesFollowers,
  pages: namespacesPages,
}
