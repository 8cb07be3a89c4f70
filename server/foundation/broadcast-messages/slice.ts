import { broadcastMessagesPage } from '#contract/foundation/broadcast-messages.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { Slice } from '#server/slice.ts'
import { broadcastMessagesAnswers } from './answers.ts'
import './events.ts'

export const broadcastMessages: Slice = {
  name: 'broadcast-messages',
  answers: broadcastMessagesAnswers,
  pages: [
    {
      name: 'admin-broadcast-messages',
      address: '/admin/broadcast_messages',
      operation: broadcastMessagesPage,
      title: foundationTitles.broadcastMessages,
      module: 'foundation/broadcast-messages/BroadcastMessagesPage.tsx',
    },
  ],
}
