import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { listTopics, topicPage } from '#contract/foundation/project-topics.ts'
import { page } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { topicsAnswers } from './answers.ts'
import './events.ts'
import { topicFields } from './fields.ts'

export const topics: Slice = {
  name: 'topics',
  answers: topicsAnswers,
  fields: topicFields,
  pages: [
    {
      name: 'explore-topics',
      address: '/explore/projects/topics',
      operation: listTopics,
      title: foundationTitles.topics,
      module: 'foundation/project-topics/TopicsPage.tsx',
    },
    page({
      name: 'explore-topic',
      address: '/explore/projects/topics/:name',
      operation: topicPage,
      title: ({ topic }) => topic.title,
      module: 'foundation/project-topics/TopicPage.tsx',
    }),
    {
      name: 'admin-topics',
      address: '/admin/topics',
      operation: listTopics,
      isForAdministrators: true,
      title: foundationTitles.topics,
      module: 'foundation/project-topics/AdminTopicsPage.tsx',
    },
  ],
  // A change of some topic is no secret; each page asks itself which one it was.
  topics: { topics: async (_ctx, id) => id === 1 || id === 2 },
}
