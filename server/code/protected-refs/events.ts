import type { RefKind } from '#contract/code/ref-kinds.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'protected_ref.created': ProtectedRefEvent
    'protected_ref.updated': ProtectedRefEvent
    'protected_ref.deleted': ProtectedRefEvent
  }
}

interface ProtectedRefEvent {
  readonly projectId: number
  readonly kind: RefKind
  /** A branch, a tag, or a wildcard. */
  readonly name: string
}
