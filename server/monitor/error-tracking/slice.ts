import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { errorTrackingAnswers } from './answers.ts'
import './events.ts'
import { purgeErrors } from './purge.ts'

/** Errors that applications report; events come in by `transport/error-events`. */
export const errorTracking: Slice = {
  name: 'error-tracking',
  answers: errorTrackingAnswers,
  topics: {
    errors: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-errors', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'purge_errors', pattern: '13 4 * * *', run: purgeErrors }],
}
