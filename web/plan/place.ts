import type { PlaceNamespace } from '#web/api/place.ts'
import type { Place } from './shapes.ts'

/** The project or group of a page as the frame around it shows it. */
export function placeOf(namespace: Place): PlaceNamespace {
  const { id, kind, name, fullPath, fullName, avatarUrl, openIssuesCount, offers } = namespace
  return { id, kind, name, fullPath, fullName, avatarUrl, openIssuesCount, offers }
}

/** Where the pages of a project or group about planning lie: `/weft/loom/-`, `/groups/weft/-`. */
export function baseOf(namespace: Pick<Place, 'kind' | 'fullPath'>): string {
  return namespace.kind === 'group' ? `/groups/${namespace.fullPath}/-` : `/${namespace.fullPath}/-`
}
