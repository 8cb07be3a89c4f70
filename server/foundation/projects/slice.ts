import { loadIfAllowed } from '#server/access/load.ts'
import type { Slice } from '#server/slice.ts'
import { accountAnswers } from './account-answers.ts'
import { projectsAnswers } from './answers.ts'
import { projectsFields } from './fields.ts'
import { projectByRef } from './find.ts'
import { projectsPages } from './pages.ts'

export const projects: Slice = {
  name: 'projects',
  answers: [...projectsAnswers, ...accountAnswers],
  fields: projectsFields,
  pages: projectsPages,
  topics: { project: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read', projectByRef, { id })) !== null },
}
