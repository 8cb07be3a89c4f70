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

/** The pages that a share touches: those of the place, and those of the group. */
export const shareTopics = (kind: 'project' | 'group', namespaceId: number, groupId: number): readonly string[] => [
  `${kind}:${namespaceId}`,
  `group:${groupId}`,
]
