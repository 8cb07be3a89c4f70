declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'topic.created': { readonly topicId: number }
    'topic.updated': { readonly topicId: number }
    'topic.deleted': { readonly topicId: number }
    /** One topic was replaced by another in all projects, and deleted. */
    'topic.merged': { readonly topicId: number; readonly intoId: number }
  }
}

/** Published when any topic changes, for the pages of topics. */
export const topicsTopic = 'topics:1'

/** Published when topics are renamed, merged or deleted, for the pages of projects. */
export const renamedTopic = 'topics:2'
