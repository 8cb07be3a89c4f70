declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** Somebody chose to hear of an issuable, or not to. */
    'subscription.changed': { readonly issuableId: number; readonly userId: number; readonly subscribed: boolean }
  }
}

export {}
