declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'email_participants.changed': {
      readonly issuableId: number
      /** Addresses whose owners have to be asked first; left out, there are none. */
      readonly unasked?: readonly string[]
    }
  }
}

export {}
