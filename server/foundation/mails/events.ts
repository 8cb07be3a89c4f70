declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'mail.queued': {
      readonly mailIds: readonly number[]
      /** Somebody waits for one of them. */
      readonly isUrgent: boolean
    }
  }
}

export {}
