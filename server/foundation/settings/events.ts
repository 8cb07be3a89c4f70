declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'settings.updated': { readonly names: readonly string[] }
  }
}
