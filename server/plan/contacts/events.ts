declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'contact.created': { readonly contactId: number }
    'contact.updated': { readonly contactId: number }
    'organization.created': { readonly organizationId: number }
    'organization.updated': { readonly organizationId: number }
  }
}

export {}
