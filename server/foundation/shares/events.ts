import { groupTopic, namespaceTopic } from '#contract/live-topics.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'namespace.shared': Share & { readonly groupAccess: number }
    'namespace.unshared': Share
  }
}

interface Share {
  readonly namespaceId: number
  readonly kind: 'project' | 'group'
  readonly groupId: number
}

/** Topics of a share: the pages of the namespace and of the group, and the permissions in the namespace. */
export const shareTopics = (kind: 'project' | 'group', namespaceId: number, groupId: number): readonly string[] => [
  namespaceTopic({ kind, id: namespaceId }),
  groupTopic(groupId),
  accessTopic('namespace', namespaceId),
]
