import type { PlaceKind } from './places.ts'

/** The page of the access tokens of a project or group: `/weft/loom/-/settings/access_tokens`. */
export const placeTokensPath = (kind: PlaceKind, fullPath: string): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/settings/access_tokens`
