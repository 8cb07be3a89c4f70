declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'email_participants.changed': {
      readonly issuableId: number
      /** Addresses whose owners must confirm first; omitted if there are none. */
      readonly unasked?: readonly string[]
    }
  }
}

export {}
