declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'change_set.started': { readonly changeSetId: number }
    /** Some of its items were changed; pages that show its progress read it again. */
    'change_set.advanced': { readonly changeSetId: number }
  }
}

export {}
