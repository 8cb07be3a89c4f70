import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { page } from '#server/feeds/notifications/notify.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import type { DueDelivery } from './delivery.ts'
import { messages } from './messages.ts'
import { tellOutcomes } from './outcomes.ts'

/** Queue the emails of pages in the current transaction, one for each person and item. */
export async function mailPages(ctx: Context, due: readonly DueDelivery[]): Promise<void> {
  const written = await page(
    ctx,
    due.flatMap(({ userId, issuableId, lead, part, minutes }) =>
      issuableId === null
        ? []
        : [
            {
              userId,
              content: {
                ...{ issuableId, noteId: null, lead, described: true },
                part: minutes === 0 ? part : `${part}_${minutes}`,
              },
            },
          ],
    ),
  )
  const tests = due.filter(({ issuableId }) => issuableId === null)
  const testMails = await queueTestMails(ctx, tests)
  const outcomes = due.map(({ id, userId, issuableId }) => ({
    id,
    mail_id:
      issuableId === null
        ? testMails.get(userId)
        : written.find(mail => mail.userId === userId && mail.issuableId === issuableId)?.mailId,
  }))
  await sql`update page_deliveries d set mail_id = g.mail_id, state = case when g.mail_id is null then 'failed' else 'sent' end,
      failure = case when g.mail_id is null then ${messages.noMail} else '' end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as g(id bigint, mail_id bigint) where d.id = g.id`.execute(
    ctx.db,
  )
  await tellOutcomes(ctx, due)
}

/** @returns the ids of the mails, by the ids of their recipients */
async function queueTestMails(ctx: Context, tests: readonly DueDelivery[]): Promise<ReadonlyMap<number, number>> {
  if (tests.length === 0) return new Map()
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(tests.map(({ userId }) => userId))])
    .where('confirmedAt', 'is not', null)
    .where('state', '=', 'active')
    .execute()
  const ids = await queueMails(
    ctx,
    people.map(({ id, email }) => ({
      userId: id,
      recipient: email,
      subject: messages.testTitle,
      text: `${messages.testText}\n\n${ctx.services.settings.externalUrl}/-/user_settings/paging`,
      isUrgent: true,
    })),
  )
  return new Map(people.flatMap(({ id }, index) => (ids[index] === undefined ? [] : [[id, ids[index]]])))
}
