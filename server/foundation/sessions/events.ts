declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'session.started': { readonly userId: number; readonly sessionId: number }
    'session.ended': { readonly userId: number }
    'user.password_changed': { readonly userId: number; readonly how: 'changed' | 'reset' }
  }
}

export {}
