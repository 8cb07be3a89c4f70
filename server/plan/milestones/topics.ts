import { groupIssuesTopic, namespaceTopic } from '#contract/live-topics.ts'

interface Owner {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly ancestorIds: readonly number[]
}

/** The topics of a change to a milestone: of its owner, and of the groups above, whose lists show it with the issues of the owner. */
export const topicsOfMilestone = ({ id, kind, ancestorIds }: Owner): readonly string[] => [
  namespaceTopic({ id, kind }),
  ...ancestorIds.filter(each => each !== id).map(groupIssuesTopic),
]
