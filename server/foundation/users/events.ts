declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'user.created': { readonly userId: number }
    /** The name, profile, avatar, status or preferences of a user changed. */
    'user.updated': { readonly userId: number }
    'user.emails_changed': { readonly userId: number }
    /** An avatar that no user or page shows any more. */
    'user.avatar_dropped': { readonly storageKey: string }
    'user.blocked': { readonly userId: number }
    'user.unblocked': { readonly userId: number }
    'user.banned': { readonly userId: number }
    'user.unbanned': { readonly userId: number }
    'user.deactivated': { readonly userId: number }
    'user.activated': { readonly userId: number }
    /** A person registered and waits for an administrator's approval. */
    'user.approval_requested': { readonly userId: number }
    'user.approved': { readonly userId: number }
    /** The account has too much content to be deleted at once: it is blocked, and a job deletes the rest. */
    'user.deletion_started': { readonly userId: number; readonly writings: 'keep' | 'delete' }
    /** The ghost user is the author of the person's texts from now on. */
    'user.deleted': { readonly userId: number; readonly ghostId: number }
  }
}
