declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** Null if no account has the address. */
    'password.forgotten': { readonly userId: number | null; readonly isUrgent: true }
  }
}

export {}
