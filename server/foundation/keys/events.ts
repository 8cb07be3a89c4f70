declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'ssh_key.created': { readonly keyId: number; readonly userId: number }
    'ssh_key.deleted': { readonly keyId: number; readonly userId: number }
    'gpg_key.created': { readonly keyId: number; readonly userId: number }
    'gpg_key.deleted': { readonly keyId: number; readonly userId: number }
  }
}

export {}
