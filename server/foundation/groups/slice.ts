import { groupCustomAttributes } from '#contract/foundation/custom-attributes.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { customAttributeAnswers } from '#server/foundation/custom-attributes/answers.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import type { Slice } from '#server/slice.ts'
import { groupsAnswers } from './answers.ts'
import { groupsFields } from './fields.ts'
import { groupsMutations } from './mutations.ts'
import { groupsPages } from './pages.ts'

const groupAttributeAnswers = customAttributeAnswers('group', groupCustomAttributes, (ctx, id) =>
  load(ctx, 'group:admin', groupByRef, { id }),
)

export const groups: Slice = {
  name: 'groups',
  answers: [...groupsAnswers, ...groupAttributeAnswers],
  fields: () => {
    groupsFields()
    groupsMutations()
  },
  pages: groupsPages,
  topics: { group: async (ctx, id) => (await loadIfAllowed(ctx, 'group:read', groupByRef, { id })) !== null },
}
