import { issuableKinds, kindOf } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, internalNotesTopic, issuableTopic, issuesTopic } from '#contract/live-topics.ts'

/** The topics of the lists that show a project's issues: its own, and those of the groups above it. */
export const issueListTopics = (projectId: number, ancestorIds: readonly number[]): readonly string[] => [
  issuesTopic(projectId),
  ...ancestorIds.filter(id => id !== projectId).map(id => groupIssuesTopic(id)),
]

/** What the pages that show an issuable are named after. */
export interface Listened {
  readonly id: number
  readonly type: string
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
}

/** Who shows an issuable's page listens to both; only reporters and above may hear the second. */
export function noteTopics({ id, type, namespaceId, ancestorIds }: Listened, internal: boolean): readonly string[] {
  const { series } = issuableKinds[kindOf(type)]
  return internal
    ? [internalNotesTopic(series, id)]
    : [issuableTopic(series, id), ...issueListTopics(namespaceId, ancestorIds)]
}
