import { listTopics, topicPage } from '#contract/foundation/topics.ts'
import type { Slice } from '#server/slice.ts'
import { topicsAnswers } from './answers.ts'
import './events.ts'

export const topics: Slice = {
  name: 'topics',
  answers: topicsAnswers,
  pages: [
    { name: 'explore-topics', address: '/explore/projects/topics', operation: listTopics },
    { name: 'explore-topic', address: '/explore/projects/topics/:name', operation: topicPage },
    { name: 'admin-topics', address: '/admin/topics', operation: listTopics },
  ],
  // That some topic changed is no secret; which one, each page asks for itself.
  topics: { topics: async (_ctx, id) => id === 1 || id === 2 },
}
