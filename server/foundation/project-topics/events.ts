declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'topic.created': { readonly topicId: number }
    'topic.updated': { readonly topicId: number }
    'topic.deleted': { readonly topicId: number }
    /** One topic was replaced by another in all projects, and deleted. */
    'topic.merged': { readonly topicId: number; readonly intoId: number }
  }
}
