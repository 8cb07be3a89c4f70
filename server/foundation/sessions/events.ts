declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'session.started': { readonly userId: number; readonly sessionId: number }
    'session.ended': { readonly userId: number }
    /** Null if no account has the address. */
    'password.forgotten': { readonly userId: number | null }
    'user.password_changed': { readonly userId: number; readonly how: 'changed' | 'reset' }
  }
}

export {}
