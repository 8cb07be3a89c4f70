import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { pipelinesAnswers } from './answers.ts'
import './events.ts'
import { pipelinesFields } from './fields.ts'

/**
 * The statuses that programs have reported for commits, as everything above shows them; the reports come in by
 * `commit-statuses`.
 */
export const pipelines: Slice = {
  name: 'pipelines',
  answers: pipelinesAnswers,
  fields: pipelinesFields,
  topics: {
    pipelines: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id })) !== null,
  },
}
