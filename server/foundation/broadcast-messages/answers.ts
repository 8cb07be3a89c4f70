import {
  broadcastMessagesPage,
  createBroadcastMessage,
  deleteBroadcastMessage,
  dismissBroadcastMessage,
  getBroadcastMessage,
  listBroadcastMessages,
  previewBroadcastMessage,
  updateBroadcastMessage,
} from '#contract/foundation/broadcast-messages.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { answer } from '#server/slice.ts'
import { dismissMessage } from './dismiss.ts'
import { listMessages, messagesPage, showMessage } from './queries.ts'
import { addMessage, changeMessage, deleteMessage } from './write.ts'

export const broadcastMessagesAnswers = [
  answer(listBroadcastMessages, { for: 'anyone', run: listMessages }),
  answer(getBroadcastMessage, { for: 'anyone', run: (ctx, { id }) => showMessage(ctx, id) }),
  answer(createBroadcastMessage, {
    for: 'admin',
    run: async (ctx, given) => showMessage(ctx, await addMessage(ctx, given)),
  }),
  answer(updateBroadcastMessage, {
    for: 'admin',
    run: async (ctx, given) => {
      await changeMessage(ctx, given)
      return showMessage(ctx, given.id)
    },
  }),
  answer(deleteBroadcastMessage, {
    for: 'admin',
    run: deleteMessage,
  }),
  answer(broadcastMessagesPage, { for: 'admin', run: messagesPage }),
  answer(previewBroadcastMessage, {
    for: 'admin',
    run: async (ctx, { message }) => ({ html: await renderDescription(ctx.services.settings, message) }),
  }),
  answer(dismissBroadcastMessage, {
    for: 'signed-in',
    run: (ctx, { id }) => dismissMessage(ctx, id),
  }),
]
