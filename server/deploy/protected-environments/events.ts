declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'protected_environment.created': ProtectedEnvironmentEvent
    'protected_environment.updated': ProtectedEnvironmentEvent
    'protected_environment.deleted': ProtectedEnvironmentEvent
  }
}

interface ProtectedEnvironmentEvent {
  /** The project, or the group that protects a tier. */
  readonly namespaceId: number
  readonly name: string
}

export {}
