declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'issue_export.requested': { readonly exportId: number }
  }
}

export {}
