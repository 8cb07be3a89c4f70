declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'badge.created': { readonly badgeId: number }
    'badge.updated': { readonly badgeId: number }
    'badge.deleted': { readonly badgeId: number }
  }
}

export {}
