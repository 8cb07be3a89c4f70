import type { PlaceKind } from '#contract/foundation/places.ts'

const base = (kind: PlaceKind, fullPath: string): string =>
  `/${kind === 'group' ? 'groups/' : ''}${fullPath}/-/analytics`

/** `/weft/loom/-/analytics/value_stream_analytics` */
export const valueStreamsPath = (kind: PlaceKind, fullPath: string): string =>
  `${base(kind, fullPath)}/value_stream_analytics`

/** `/weft/loom/-/analytics/code_reviews` */
export const codeReviewsPath = (projectPath: string): string => `${base('project', projectPath)}/code_reviews`

/** `/weft/loom/-/analytics/delivery` */
export const deliveryPath = (kind: PlaceKind, fullPath: string): string => `${base(kind, fullPath)}/delivery`
