import { type IssuableSeries, issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { groupIssuablesTopic, internalNotesTopic, issuablesTopic, issuableTopic } from '#contract/live-topics.ts'

/** The topics of the lists that show a namespace's issuables of a series: its own, and those of the groups above it. */
export const listTopics = (
  series: IssuableSeries,
  namespaceId: number,
  ancestorIds: readonly number[],
): readonly string[] => [
  issuablesTopic(series, namespaceId),
  ...ancestorIds.filter(id => id !== namespaceId).map(id => groupIssuablesTopic(series, id)),
]

/** The topics of the lists that show a project's issues. */
export const issueListTopics = (projectId: number, ancestorIds: readonly number[]): readonly string[] =>
  listTopics('issue', projectId, ancestorIds)

/** The properties of an issuable that its live topics depend on. */
export interface TopicSource {
  readonly id: number
  readonly type: string
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
}

/** The topics of a change to an issuable that its page and lists show. */
export function topicsOfIssuable({ id, type, namespaceId, ancestorIds }: TopicSource): readonly string[] {
  const { series } = issuableKinds[issuableKindOf(type)]
  return [issuableTopic(series, id), ...listTopics(series, namespaceId, ancestorIds)]
}

/** The topics of a change to a note. Only planners and above may subscribe to the topic of internal notes. */
export function noteTopics(noteable: TopicSource, internal: boolean): readonly string[] {
  const { series } = issuableKinds[issuableKindOf(noteable.type)]
  return internal ? [internalNotesTopic(series, noteable.id)] : topicsOfIssuable(noteable)
}
