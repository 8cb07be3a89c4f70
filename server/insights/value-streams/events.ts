declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'value_stream.created': { readonly valueStreamId: number }
    'value_stream.updated': { readonly valueStreamId: number }
    'value_stream.deleted': { readonly valueStreamId: number; readonly name: string }
    'aggregation.changed': { readonly namespaceId: number; readonly enabled: boolean }
  }
}

export {}
