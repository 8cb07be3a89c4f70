import { namespaceTopic, userTopic } from '#contract/live-topics.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'member.added': Membership & { readonly accessLevel: number }
    'member.updated': Membership & { readonly accessLevel: number; readonly from: number }
    /** The member was removed by another user, or left. */
    'member.removed': Membership
    'access.requested': Membership
    /** A manager of members denied the request, or the user withdrew it. */
    'access.denied': Membership
  }
}

interface Membership {
  readonly namespaceId: number
  readonly kind: 'project' | 'group'
  readonly userId: number
}

/** Topics of a membership change: the pages of the namespace, the user's own, and the user's permissions. */
export const memberTopics = (kind: 'project' | 'group', namespaceId: number, userId: number): readonly string[] => [
  namespaceTopic({ kind, id: namespaceId }),
  userTopic(userId),
  accessTopic('user', userId),
]
