declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** An incident is on the status page of its project, or no longer. */
    'incident.published': { readonly issueId: number }
    'incident.unpublished': { readonly issueId: number }
  }
}
