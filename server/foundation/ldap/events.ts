declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'ldap_group_link.created': { readonly groupId: number; readonly groupAccess: number }
    'ldap_group_link.removed': { readonly groupId: number }
    'ldap_sync.requested': { readonly groupId: number }
    /** The members of a group were compared with the directory, or could not be. */
    'ldap_sync.ended': { readonly groupId: number }
  }
}

export {}
