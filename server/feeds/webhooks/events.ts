declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'webhook.created': { readonly webhookId: number }
    'webhook.updated': { readonly webhookId: number }
    'webhook.deleted': { readonly webhookId: number }
    /** A request is to be sent. */
    'webhook.queued': { readonly deliveryId: number }
  }
}

export {}
