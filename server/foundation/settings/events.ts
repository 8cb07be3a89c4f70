declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'settings.updated': { readonly names: readonly string[] }
  }
}

/** The topic of what holds for the whole site. */
export const siteTopic = 'site:1'
