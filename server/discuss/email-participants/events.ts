declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'email_participants.changed': { readonly issuableId: number }
  }
}

export {}
