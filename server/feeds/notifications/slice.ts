import { notificationsPage } from '#contract/feeds/notifications.ts'
import type { Slice } from '#server/slice.ts'
import { notificationsAnswers } from './answers.ts'
import { notificationsFollowers } from './follow.ts'
import { invitationFollowers } from './invitations.ts'
import { outsiderFollowers } from './outsiders.ts'
import { replyAddress } from './reply-address.ts'

export const notifications: Slice = {
  name: 'notifications',
  answers: notificationsAnswers,
  pages: [{ name: 'notifications', address: '/-/user_settings/notifications', operation: notificationsPage }],
  followers: [...notificationsFollowers, ...outsiderFollowers, ...invitationFollowers],
  plugs: { issueMail: { replyAddress } },
}
