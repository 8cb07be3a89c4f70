import { issuableKinds } from '#contract/issuable-kinds.ts'
import { timeTrackingOperations, trackTimeOperation } from '#contract/plan/timeboxes/time-tracking.ts'

/** The operations of the REST API on the times of merge requests. */
export const mergeRequestTimes = timeTrackingOperations(issuableKinds.merge_request, 'Merge requests')

export const trackMergeRequestTime = trackTimeOperation(issuableKinds.merge_request, 'Merge requests')
