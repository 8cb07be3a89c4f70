import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { on } from '#server/slice.ts'
import { outsiderKey } from './outsider-key.ts'
import { replySecret } from './reply-address.ts'

interface InvitationRow {
  readonly participantId: number
  readonly email: string
}

/**
 * Invite the owners of external addresses to confirm. The email contains no user-chosen text except a username, so that it cannot be
 * used to send messages to strangers.
 */
export const invitationFollowers = [
  on(
    'email_participants.changed',
    async (ctx, { payload: { issuableId, unasked = [] } }) => {
      const { rows } = await sql<InvitationRow>`select id as participant_id, email from issue_email_participants
        where issuable_id = ${issuableId} and email = any (${[...unasked]}::text[])`.execute(ctx.db)
      await invite(ctx, issuableId, rows)
    },
    ({ unasked = [] }) => unasked.length > 0,
  ),
]

async function invite(ctx: Context, issuableId: number, rows: readonly InvitationRow[]): Promise<void> {
  const { settings } = ctx.services
  const secret = await replySecret(ctx.db)
  const site = new URL(settings.externalUrl).host
  const who = ctx.actor.kind === 'user' ? `@${ctx.actor.username}` : 'Someone'
  const mails = rows.map(({ email, participantId }) => {
    const key = outsiderKey(secret, { participantId, issuableId })
    const page = `${settings.externalUrl}/-/sent_notifications/${key}`
    return {
      userId: null,
      recipient: email,
      subject: `Confirm emails from ${site}`,
      text: [
        `${who} would like to send you comments on an issue on ${site} by email.`,
        'You will not receive any other emails unless you confirm your address:',
        `${page}/confirm`,
        `If you do not want emails from ${site}, decline on that page or ignore this email.`,
        '',
      ].join('\n\n'),
      headers: {
        'Message-ID': `<invitation_${participantId}@${mailDomain(settings)}>`,
        'List-Unsubscribe': `<${page}/decline>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
      secrets: [key],
      isUrgent: true,
    }
  })
  await queueMails(ctx, mails)
}
