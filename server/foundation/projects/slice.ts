import { projectCustomAttributes } from '#contract/foundation/custom-attributes.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { customAttributeAnswers } from '#server/foundation/custom-attributes/answers.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { accountAnswers } from './account-answers.ts'
import { projectsAnswers } from './answers.ts'
import { projectsFields } from './fields.ts'
import { projectListFields } from './list-fields.ts'
import { projectsMutations } from './mutations.ts'
import { projectsPages } from './pages.ts'

const projectAttributeAnswers = customAttributeAnswers('project', projectCustomAttributes, (ctx, id) =>
  load(ctx, 'project:own', projectByRef, { id }),
)

export const projects: Slice = {
  name: 'projects',
  answers: [...projectsAnswers, ...accountAnswers, ...projectAttributeAnswers],
  fields: () => {
    projectsFields()
    projectListFields()
    projectsMutations()
  },
  pages: projectsPages,
  topics: { project: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read', projectByRef, { id })) !== null },
}
