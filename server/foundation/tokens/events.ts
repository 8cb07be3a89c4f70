declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'token.created': { readonly tokenId: number; readonly userId: number }
    'token.revoked': { readonly tokenId: number; readonly userId: number }
  }
}

export {}
