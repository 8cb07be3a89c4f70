import { loadIfAllowed } from '#server/access/load.ts'
import type { Slice } from '#server/slice.ts'
import { groupsAnswers } from './answers.ts'
import { groupsFields } from './fields.ts'
import { groupByRef } from './find.ts'
import { groupsPages } from './pages.ts'

export const groups: Slice = {
  name: 'groups',
  answers: groupsAnswers,
  fields: groupsFields,
  pages: groupsPages,
  topics: { group: async (ctx, id) => (await loadIfAllowed(ctx, 'group:read', groupByRef, { id })) !== null },
}
