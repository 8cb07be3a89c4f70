declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'topic.created': { readonly topicId: number }
    'topic.updated': { readonly topicId: number }
    'topic.deleted': { readonly topicId: number }
    /** The projects of one topic have the other in its place. */
    'topic.merged': { readonly topicId: number; readonly intoId: number }
  }
}

/** What live pages of topics listen to. */
export const topicsTopic = 'topics:1'

/** What pages of projects listen to: topics that they have may have another name, or be gone. */
export const renamedTopic = 'topics:2'
