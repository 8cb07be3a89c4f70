import * as contract from '#contract/foundation/project-topics.ts'
import { serveUpload } from '#server/foundation/uploads/serve.ts'
import { answer } from '#server/slice.ts'
import { listTopics, showTopic, showTopicPage, topicAvatar } from './queries.ts'
import { addTopic, changeTopic, deleteTopic, lockTopic, mergeTopics } from './write.ts'

export const topicsAnswers = [
  answer(contract.listTopics, { for: 'anyone', run: listTopics }),
  answer(contract.getTopic, { for: 'anyone', run: (ctx, { id }) => showTopic(ctx, id) }),
  answer(contract.createTopic, { for: 'admin', run: async (ctx, given) => showTopic(ctx, await addTopic(ctx, given)) }),
  answer(contract.updateTopic, {
    for: 'admin',
    current: (ctx, { id }) => lockTopic(ctx, id),
    run: async (ctx, given) => {
      await changeTopic(ctx, given)
      return showTopic(ctx, given.id)
    },
  }),
  answer(contract.deleteTopic, {
    for: 'admin',
    run: deleteTopic,
  }),
  answer(contract.mergeTopics, {
    for: 'admin',
    run: async (ctx, { sourceTopicId, targetTopicId }) => {
      await mergeTopics(ctx, sourceTopicId, targetTopicId)
      return showTopic(ctx, targetTopicId)
    },
  }),
  answer(contract.showTopicAvatar, {
    for: 'anyone',
    run: async (ctx, { id, uploadId }) => {
      await showTopic(ctx, id)
      return serveUpload(ctx, await topicAvatar(ctx, id, uploadId), {})
    },
  }),
  answer(contract.topicPage, { for: 'anyone', run: showTopicPage }),
]
