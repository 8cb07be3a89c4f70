import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { featureFlagAnswers } from './answers.ts'
import './events.ts'
import { purgeUsage } from './purge.ts'

/** Feature flags; their clients come in by `transport/feature-flags`. */
export const featureFlags: Slice = {
  name: 'feature-flags',
  answers: featureFlagAnswers,
  topics: {
    'feature-flags': async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-feature-flags', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'purge_feature_flag_usage', pattern: '23 4 * * *', run: purgeUsage }],
}
