declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'broadcast_message.created': { readonly messageId: number }
    'broadcast_message.updated': { readonly messageId: number }
    'broadcast_message.deleted': { readonly messageId: number }
    /** A user dismissed the message for themselves. */
    'broadcast_message.dismissed': { readonly messageId: number; readonly userId: number }
  }
}

export {}
