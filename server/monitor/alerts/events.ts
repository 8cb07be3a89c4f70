declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'alert_integration.created': { readonly integrationId: number }
    'alert_integration.updated': { readonly integrationId: number }
    'alert_integration.deleted': { readonly integrationId: number; readonly name: string }
  }
}
