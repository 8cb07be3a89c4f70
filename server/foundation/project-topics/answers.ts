import {
  createTopic,
  deleteTopic as deleteTopicOperation,
  getTopic,
  listTopics as listTopicsOperation,
  mergeTopics as mergeTopicsOperation,
  showTopicAvatar,
  topicPage,
  updateTopic,
} from '#contract/foundation/project-topics.ts'
import { serveUpload } from '#server/foundation/uploads/serve.ts'
import { answer } from '#server/slice.ts'
import { listTopics, showTopic, showTopicPage, topicAvatar } from './queries.ts'
import { addTopic, changeTopic, deleteTopic, mergeTopics } from './write.ts'

export const topicsAnswers = [
  answer(listTopicsOperation, { for: 'anyone', run: listTopics }),
  answer(getTopic, { for: 'anyone', run: (ctx, { id }) => showTopic(ctx, id) }),
  answer(createTopic, { for: 'admin', run: async (ctx, given) => showTopic(ctx, await addTopic(ctx, given)) }),
  answer(updateTopic, {
    for: 'admin',
    run: async (ctx, given) => {
      await changeTopic(ctx, given)
      return showTopic(ctx, given.id)
    },
  }),
  answer(deleteTopicOperation, {
    for: 'admin',
    run: deleteTopic,
  }),
  answer(mergeTopicsOperation, {
    for: 'admin',
    run: async (ctx, { sourceTopicId, targetTopicId }) => {
      await mergeTopics(ctx, sourceTopicId, targetTopicId)
      return showTopic(ctx, targetTopicId)
    },
  }),
  answer(showTopicAvatar, {
    for: 'anyone',
    run: async (ctx, { id, uploadId }) => {
      await showTopic(ctx, id)
      return serveUpload(ctx, await topicAvatar(ctx, id, uploadId), {})
    },
  }),
  answer(topicPage, { for: 'anyone', run: showTopicPage }),
]
