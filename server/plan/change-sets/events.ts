declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'change_set.started': { readonly changeSetId: number }
    /** A part of its items was changed; pages that show its progress ask again. */
    'change_set.advanced': { readonly changeSetId: number }
  }
}

export {}
