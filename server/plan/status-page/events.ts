declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** An incident is on the status page of its project, or no longer. */
    'incident.published': { readonly issueId: number }
    'incident.unpublished': { readonly issueId: number }
    /** Members posted an update of a published incident, or its first message; or the incident was closed. */
    'public_update.posted': { readonly issueId: number; readonly updateId: number }
    /** The title, the affected components or a message of a published incident was corrected. */
    'publication.changed': { readonly issueId: number }
    /** An address subscribed to the status page of a project, or no longer. */
    'status_subscribers.changed': { readonly projectId: number }
    /** The status page of a project has another host name of its own. */
    'status_host.changed': { readonly projectId: number }
    'status_component.changed': { readonly componentId: number }
  }
}

export {}
