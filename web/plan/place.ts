import { groupTopic, namespaceTopic } from '#contract/live-topics.ts'
import { type PlaceNamespace, useCurrentPlace } from '#web/api/place.ts'
import type { Place } from './shapes.ts'

/** The base path of the planning pages of a project or group: `/weft/loom/-`, `/groups/weft/-`. */
export function baseOf(namespace: Pick<Place, 'kind' | 'fullPath'>): string {
  return namespace.kind === 'group' ? `/groups/${namespace.fullPath}/-` : `/${namespace.fullPath}/-`
}

/** The live topics of what a project or group is planned with: its labels and milestones, and those of the groups above. */
/** Whether its issues can have epics and iterations, which belong to groups. */
export const isInGroup = ({ kind, ancestorIds = [] }: Pick<PlaceNamespace, 'kind' | 'ancestorIds'>): boolean =>
  kind === 'group' || ancestorIds.length > 0

export const planTopics = ({
  kind,
  id,
  ancestorIds = [],
}: Pick<PlaceNamespace, 'kind' | 'id' | 'ancestorIds'>): readonly string[] => [
  namespaceTopic({ kind, id }),
  ...ancestorIds.map(each => groupTopic(each)),
]

/** The topics of the project or group of the page. */
export function usePlanTopics(): readonly string[] {
  const { namespace } = useCurrentPlace()
  return namespace === null ? [] : planTopics(namespace)
}
