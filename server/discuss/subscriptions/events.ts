declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A user chose to be notified of an issuable, or not to be. */
    'subscription.changed': { readonly issuableId: number; readonly userId: number; readonly subscribed: boolean }
  }
}

export {}
