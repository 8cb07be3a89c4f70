declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'change_set.started': { readonly changeSetId: number }
    /** Some items of the change set were changed; pages that show its progress read it again. */
    'change_set.advanced': { readonly changeSetId: number }
  }
}

export {}
