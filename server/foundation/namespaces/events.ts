declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A group or project has gone with all below it. Files and repositories follow. */
    'namespace.deleted': {
      readonly namespaceId: number
      readonly projectIds: readonly number[]
      readonly storageKeys: readonly string[]
    }
    /** A group or project is marked for deletion: nothing in it or below it can be changed. */
    'namespace.marked': { readonly namespaceId: number }
    'namespace.restored': { readonly namespaceId: number }
    /** A group or project too big to go at once is hidden from all; its deletion follows. */
    'namespace.deletion_started': { readonly namespaceId: number }
  }
}
