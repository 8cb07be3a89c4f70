import { getFeatureFlagPage, getFeatureFlagsPage } from '#web/api/operations.gen.ts'

/** The readings that a change of a flag makes stale. */
export const flagReadings = [getFeatureFlagsPage, getFeatureFlagPage]
