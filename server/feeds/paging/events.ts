declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A person has sent themself a test page. */
    'paging.tested': { readonly userId: number }
    'phone_provider.updated': Readonly<Record<string, never>>
    'paging_settings.updated': { readonly userId: number }
    'push_subscription.added': { readonly userId: number; readonly subscriptionId: number }
    'push_subscription.removed': { readonly userId: number; readonly subscriptionId: number }
  }
}
