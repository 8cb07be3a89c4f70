import type { PlaceKind } from '#contract/foundation/places.ts'

/** `/groups/weft/-/analytics`, below which the pages are. */
export const insightsPath = (kind: PlaceKind, fullPath: string): string =>
  `/${kind === 'group' ? 'groups/' : ''}${fullPath}/-/analytics`

/** `/weft/loom/-/analytics/value_stream_analytics` */
export const valueStreamsPath = (kind: PlaceKind, fullPath: string): string =>
  `${insightsPath(kind, fullPath)}/value_stream_analytics`

/** `/weft/loom/-/analytics/code_reviews` */
export const codeReviewsPath = (projectPath: string): string => `${insightsPath('project', projectPath)}/code_reviews`

/** `/weft/loom/-/analytics/delivery` */
export const deliveryPath = (kind: PlaceKind, fullPath: string): string => `${insightsPath(kind, fullPath)}/delivery`
