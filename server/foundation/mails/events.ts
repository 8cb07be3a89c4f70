declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'mail.queued': {
      readonly mailIds: readonly number[]
      /** A user waits for one of the mails. */
      readonly isUrgent: boolean
    }
  }
}

export {}
