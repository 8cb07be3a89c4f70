import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { environmentAnswers } from './answers.ts'
import { deployedCondition } from './deployed.ts'
import './events.ts'
import { environmentFollowers } from './follow.ts'

/** The places to which a project is deployed, and its deployments, as other programs report them. */
export const environments: Slice = {
  name: 'environments',
  answers: environmentAnswers,
  followers: environmentFollowers,
  plugs: { deployedConditions: [deployedCondition] },
  topics: {
    environments: async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-environments', projectByRef, { id })) !== null,
  },
}
