declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'bulk_edit.started': { readonly bulkEditId: number }
    /** A part of its issues was changed; pages that show its progress ask again. */
    'bulk_edit.advanced': { readonly bulkEditId: number }
  }
}
