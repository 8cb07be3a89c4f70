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

/** The pages that a share touches, those of the place and of the group, and the rights it gives or takes. */
export const shareTopics = (kind: 'project' | 'group', namespaceId: number, groupId: number): readonly string[] => [
  `${kind}:${namespaceId}`,
  `group:${groupId}`,
  accessTopic('namespace', namespaceId),
]
