import type { PlaceKind } from '#contract/foundation/places.ts'
import { groupValueStreams, projectValueStreams, valueStreamPages } from '#web/api/operations.gen.ts'

/** The operations of the page, by the kind of its place. */
export const calls = {
  project: { ...projectValueStreams, page: valueStreamPages.project },
  group: { ...groupValueStreams, page: valueStreamPages.group },
} as const satisfies Record<PlaceKind, unknown>

/** The queries that a change of value streams makes stale. */
export const streamReadings = [
  valueStreamPages.project,
  valueStreamPages.group,
  projectValueStreams.get,
  groupValueStreams.get,
]
