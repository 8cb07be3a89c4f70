declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'saved_view.created': { readonly viewId: number }
    'saved_view.updated': { readonly viewId: number }
    'saved_view.deleted': { readonly viewId: number }
  }
}
