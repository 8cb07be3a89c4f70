import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, internalNotesTopic, issuableTopic, issuesTopic } from '#contract/live-topics.ts'

/** The topics of the lists that show a project's issues: its own, and those of the groups above it. */
export const issueListTopics = (projectId: number, ancestorIds: readonly number[]): readonly string[] => [
  issuesTopic(projectId),
  ...ancestorIds.filter(id => id !== projectId).map(id => groupIssuesTopic(id)),
]

/** The properties of an issuable that its live topics depend on. */
export interface TopicSource {
  readonly id: number
  readonly type: string
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
}

/** The topics of a change to a note. Only planners and above may subscribe to the topic of internal notes. */
export function noteTopics({ id, type, namespaceId, ancestorIds }: TopicSource, internal: boolean): readonly string[] {
  const { series } = issuableKinds[issuableKindOf(type)]
  return internal
    ? [internalNotesTopic(series, id)]
    : [issuableTopic(series, id), ...issueListTopics(namespaceId, ancestorIds)]
}
