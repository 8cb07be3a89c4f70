declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'list_export.requested': { readonly exportId: number }
  }
}

export {}
