declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'timeline_event.created': { readonly issueId: number; readonly timelineEventId: number }
    'timeline_event.updated': { readonly issueId: number; readonly timelineEventId: number }
    'timeline_event.deleted': { readonly issueId: number; readonly timelineEventId: number }
    'timeline_event_tag.created': { readonly tagId: number }
    'metric_image.created': { readonly issueId: number; readonly metricImageId: number }
    'metric_image.updated': { readonly issueId: number; readonly metricImageId: number }
    'metric_image.deleted': { readonly issueId: number; readonly metricImageId: number }
    'incident_settings.updated': { readonly projectId: number }
    /** It was still open at the moment by which it was to be resolved. */
    'incident.sla_missed': { readonly issueId: number }
    /** Roles in its response were given to these users, or taken away. */
    'incident.roles_changed': { readonly issueId: number; readonly userIds: readonly number[] }
    'incident.postmortem_created': { readonly issueId: number; readonly postmortemId: number }
    /** A change elsewhere wrote events on the timelines of these incidents, whose own history does not have it. */
    'incident.timeline_extended': { readonly issueIds: readonly number[] }
  }
}

export {}
