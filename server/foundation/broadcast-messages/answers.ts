import * as contract from '#contract/foundation/broadcast-messages.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { answer } from '#server/slice.ts'
import { dismissMessage } from './dismiss.ts'
import { listMessages, messagesPage, showMessage } from './queries.ts'
import { addMessage, changeMessage, deleteMessage, lockMessage } from './write.ts'

export const broadcastMessagesAnswers = [
  answer(contract.listBroadcastMessages, { for: 'anyone', run: listMessages }),
  answer(contract.getBroadcastMessage, { for: 'anyone', run: (ctx, { id }) => showMessage(ctx, id) }),
  answer(contract.createBroadcastMessage, {
    for: 'admin',
    run: async (ctx, given) => showMessage(ctx, await addMessage(ctx, given)),
  }),
  answer(contract.updateBroadcastMessage, {
    for: 'admin',
    current: (ctx, { id }) => lockMessage(ctx, id),
    run: async (ctx, given) => {
      await changeMessage(ctx, given)
      return showMessage(ctx, given.id)
    },
  }),
  answer(contract.deleteBroadcastMessage, {
    for: 'admin',
    run: deleteMessage,
  }),
  answer(contract.broadcastMessagesPage, { for: 'admin', run: messagesPage }),
  answer(contract.previewBroadcastMessage, {
    for: 'admin',
    run: async (ctx, { message }) => ({ html: await renderDescription(ctx.services.settings, message) }),
  }),
  answer(contract.dismissBroadcastMessage, {
    for: 'signed-in',
    run: (ctx, { id }) => dismissMessage(ctx, id),
  }),
]
