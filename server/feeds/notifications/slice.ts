import { notificationsPage } from '#contract/feeds/notifications.ts'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import type { Slice } from '#server/slice.ts'
import { notificationsAnswers } from './answers.ts'
import { deskMailFollowers } from './desk-mails.ts'
import { tellWhatIsDue } from './due.ts'
import { notificationsFollowers } from './follow.ts'
import { invitationFollowers } from './invitations.ts'
import { outsiderFollowers } from './outsiders.ts'
import { releaseMailFollowers } from './release-mails.ts'
import { replyAddress } from './reply-address.ts'
import { statusMailFollowers, tellMaintenance } from './status-mails.ts'
import { purgeSentNotices, sendDueNotices } from './write.ts'

export const notifications: Slice = {
  name: 'notifications',
  answers: notificationsAnswers,
  pages: [
    {
      name: 'notifications',
      address: '/-/user_settings/notifications',
      operation: notificationsPage,
      title: feedTitles.notifications,
      module: 'feeds/notifications/NotificationsPage.tsx',
    },
  ],
  followers: [
    ...notificationsFollowers,
    ...outsiderFollowers,
    ...invitationFollowers,
    ...deskMailFollowers,
    ...releaseMailFollowers,
    ...statusMailFollowers,
  ],
  plugs: { issueMail: { replyAddress } },
  timedJobs: [
    { name: 'tell_what_waits', pattern: '* * * * *', run: sendDueNotices },
    { name: 'tell_maintenance', pattern: '* * * * *', run: tellMaintenance },
    { name: 'tell_what_is_due', pattern: '50 0 * * *', run: tellWhatIsDue },
    { name: 'forget_told', pattern: '41 3 * * *', run: purgeSentNotices },
  ],
}
