declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A group or project has gone with all below it. Files and repositories follow. */
    'namespace.deleted': {
      readonly namespaceId: number
      readonly projectIds: readonly number[]
      readonly storageKeys: readonly string[]
    }
    /** It waits for its deletion, with all below it: nothing in it can be changed. */
    'namespace.marked': { readonly namespaceId: number }
    'namespace.restored': { readonly namespaceId: number }
    /** A group or project too big to go at once is out of everybody's sight; the rest follows. */
    'namespace.condemned': { readonly namespaceId: number }
  }
}

export {}
