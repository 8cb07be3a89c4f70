declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'mail.queued': { readonly mailIds: readonly number[] }
  }
}

export {}
