import { sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'

/** Recipients of one mail at most: a project may have inherited hundreds. */
const mostRecipients = 20

interface FailedCalendar {
  readonly projectName: string
  readonly projectPath: string
  readonly scheduleName: string
  readonly rotationName: string
  readonly failure: string
  readonly host: string
  readonly userId: number
  readonly email: string
}

/** Mail the editors of a schedule that the address of a calendar cannot be read, in the current transaction. */
export async function mailFailure(ctx: Context, rotationId: number): Promise<void> {
  const { rows } = await sql<FailedCalendar>`
    select n.name as project_name, n.full_path as project_path, s.name as schedule_name, r.name as rotation_name, c.failure,
      c.url as host, u.id as user_id, u.email
    from oncall_calendars c join oncall_rotations r on r.id = c.rotation_id join oncall_schedules s on s.id = r.schedule_id
      join namespaces n on n.id = s.namespace_id
      join lateral (select m.user_id from memberships m where m.namespace_id = any (n.ancestor_ids)
        and m.access_level >= ${levelSql('maintainer')} group by m.user_id order by m.user_id limit ${mostRecipients}) e on true
      join users u on u.id = e.user_id
    where c.rotation_id = ${rotationId} and n.emails_enabled and u.state = 'active' and not u.is_bot and u.confirmed_at is not null
      and access_level_of(u.id, n.ancestor_ids) >= ${levelSql('maintainer')}`.execute(ctx.db)
  await queueMails(
    ctx,
    rows.map(({ projectName, projectPath, scheduleName, rotationName, failure, host, userId, email }) => ({
      userId,
      recipient: email,
      subject: `The calendar of ${rotationName} cannot be read: ${scheduleName}`,
      text: [
        `The shifts of an on-call rotation come from a calendar that cannot be read. Its last known shifts stay.`,
        '',
        `Project: ${projectName}`,
        `Schedule: ${scheduleName}`,
        `Rotation: ${rotationName}`,
        `Server: ${URL.parse(host)?.host ?? ''}`,
        `Reason: ${failure}`,
        '',
        'You get this email once, until the calendar can be read again.',
        '',
        `View the schedule: ${ctx.services.settings.externalUrl}/${projectPath}/-/oncall_schedules`,
      ].join('\n'),
    })),
  )
}
