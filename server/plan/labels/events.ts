declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'label.created': { readonly labelId: number }
    'label.updated': { readonly labelId: number }
    'label.deleted': { readonly labelId: number; readonly title: string }
    /** A project's label became one of its group. */
    'label.promoted': { readonly labelId: number; readonly groupId: number }
  }
}
