import { sql } from 'kysely'
import { usualNoticeHours } from '#contract/feeds/paging-rules.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { type ReadRotation, type ReadSchedule, readSchedules } from '#server/plan/on-call/read.ts'
import { dutyAt, plannedShifts } from '#server/plan/on-call/shifts.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { type MailedNote, noteLines, recentNotes } from './handover-mails.ts'
import { messages } from './messages.ts'

/** The schedules that are read together. */
const atOnce = 50
const hourMs = 3_600_000

/** Mail people before their next shift begins. Runs on one process; a notice that is late is sent until the shift begins. */
export async function sendShiftNotices(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'shift-notices', now })
  let after: number | undefined = 0
  while (after !== undefined) {
    const last: number = after
    const schedules = await readSchedules(
      ctx,
      sql`s.id in (select x.id from oncall_schedules x join namespaces xn on xn.id = x.namespace_id
        where x.id > ${last} and not xn.inactive and xn.emails_enabled order by x.id limit ${atOnce})`,
    )
    try {
      await transact(ctx, inner => tellOf(inner, schedules))
    } catch (error) {
      // The people of the other schedules must still be told.
      services.log.error({ err: error, after: last }, 'people were not told of their next shifts')
    }
    after = schedules.length === 0 ? undefined : Math.max(...schedules.map(({ id }) => id))
  }
}

interface Recipient {
  readonly id: number
  readonly email: string
  /** Null: never. */
  readonly noticeHours: number | null
  /** Null: they have not chosen one. */
  readonly timeZone: string | null
}

interface NextShift {
  readonly schedule: ReadSchedule
  readonly rotation: ReadRotation
  readonly recipient: Recipient
  readonly startsAt: number
}

async function tellOf(ctx: Context, schedules: readonly ReadSchedule[]): Promise<void> {
  const recipients = await recipientsOf(ctx, schedules)
  const due = schedules.flatMap(schedule =>
    schedule.rotations.flatMap(rotation => dueOf(schedule, rotation, recipients, Date.parse(ctx.now))),
  )
  const untold = await markTold(ctx, due)
  if (untold.length === 0) return
  const paths = await projectsOf(ctx, untold)
  const notes = await recentNotes(
    ctx,
    untold.map(({ schedule }) => schedule.id),
  )
  await queueMails(
    ctx,
    untold.flatMap(each => {
      const project = paths.get(each.schedule.namespaceId)
      return project === undefined ? [] : [noticeMail(ctx, each, project, notes.get(each.schedule.id))]
    }),
  )
}

/** The people of schedules who want notices, by their ids. */
async function recipientsOf(ctx: Context, schedules: readonly ReadSchedule[]): Promise<ReadonlyMap<number, Recipient>> {
  const ids = schedules.flatMap(({ rotations }) =>
    rotations.flatMap(({ participants, overrides }) => [...participants, ...overrides].map(({ userId }) => userId)),
  )
  const { rows } = await sql<Recipient>`
    select u.id, u.email, s.time_zone, case when s.user_id is null then ${usualNoticeHours}::integer else s.notice_hours end as notice_hours
    from users u left join paging_settings s on s.user_id = u.id
    where u.id = any (${[...new Set(ids)]}::bigint[]) and u.state = 'active' and u.confirmed_at is not null`.execute(
    ctx.db,
  )
  return new Map(rows.filter(({ noticeHours }) => noticeHours !== null).map(row => [row.id, row]))
}

/** The next shift of each person in a rotation, if it is time for its notice. One that continues their own shift has none. */
function dueOf(
  schedule: ReadSchedule,
  rotation: ReadRotation,
  recipients: ReadonlyMap<number, Recipient>,
  now: number,
): readonly NextShift[] {
  const hours = [...rotation.participants, ...rotation.overrides].map(
    ({ userId }) => recipients.get(userId)?.noticeHours ?? 0,
  )
  const horizon = now + hours.reduce((most, each) => Math.max(most, each), 0) * hourMs
  if (horizon === now) return []
  const next = new Map<number, number>()
  const endOf = new Map<number, number>()
  // One millisecond more: a shift that begins exactly at the horizon is due.
  for (const shift of plannedShifts(rotation, rotation.overrides, schedule.clock, now, horizon + 1)) {
    const continues = (endOf.get(shift.userId) ?? 0) >= shift.startsAt
    if (shift.startsAt > now && !continues && !next.has(shift.userId)) next.set(shift.userId, shift.startsAt)
    endOf.set(shift.userId, Math.max(endOf.get(shift.userId) ?? 0, shift.endsAt))
  }
  return [...next].flatMap(([userId, startsAt]) => {
    const recipient = recipients.get(userId)
    const isDue = recipient !== undefined && startsAt - (recipient.noticeHours ?? 0) * hourMs <= now
    return isDue ? [{ schedule, rotation, recipient, startsAt }] : []
  })
}

/** Mark shifts as told. @returns those that were not yet */
async function markTold(ctx: Context, due: readonly NextShift[]): Promise<readonly NextShift[]> {
  if (due.length === 0) return []
  const given = due.map(({ rotation, recipient, startsAt }) => ({
    rotation_id: rotation.id,
    user_id: recipient.id,
    starts_at: new Date(startsAt).toISOString(),
  }))
  // A rotation or person may have been deleted since.
  const { rows } = await sql<{ rotationId: number; userId: number }>`
    insert into shift_notices (rotation_id, user_id, starts_at)
    select r.id, u.id, g.starts_at from json_to_recordset(${JSON.stringify(given)}::json) as g(rotation_id bigint, user_id bigint, starts_at timestamptz)
      join oncall_rotations r on r.id = g.rotation_id join users u on u.id = g.user_id
    on conflict do nothing returning rotation_id, user_id`.execute(ctx.db)
  const told = new Set(rows.map(({ rotationId, userId }) => `${rotationId} ${userId}`))
  return due.filter(({ rotation, recipient }) => told.has(`${rotation.id} ${recipient.id}`))
}

interface ProjectOfMail {
  readonly id: number
  readonly fullPath: string
  readonly name: string
}

async function projectsOf(ctx: Context, due: readonly NextShift[]): Promise<ReadonlyMap<number, ProjectOfMail>> {
  const rows = await ctx.db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'name'])
    .where('id', 'in', [...new Set(due.map(({ schedule }) => schedule.namespaceId))])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

function noticeMail(
  ctx: Context,
  { schedule, rotation, recipient, startsAt }: NextShift,
  project: ProjectOfMail,
  note: MailedNote | undefined,
) {
  const timeZone = recipient.timeZone ?? schedule.timeZone
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
  const { until } = dutyAt(rotation, rotation.overrides, schedule.clock, startsAt, recipient.id)
  const { externalUrl } = ctx.services.settings
  const lines = [
    `Your next shift in ${project.name}:`,
    '',
    `Schedule: ${schedule.name}`,
    `Rotation: ${rotation.name}`,
    `From: ${format.format(startsAt)}`,
    ...(until === null ? [] : [`Until: ${format.format(until)}`]),
    `Time zone: ${timeZone}`,
    '',
    ...(note === undefined ? [] : [...noteLines(note, timeZone), '']),
    `${messages.viewSchedule} ${externalUrl}/${project.fullPath}/-/oncall_schedules`,
    '',
    `${messages.whyNotice} ${externalUrl}/-/user_settings/paging`,
  ]
  return {
    userId: recipient.id,
    recipient: recipient.email,
    subject: `Your on-call shift begins on ${format.format(startsAt)}: ${schedule.name}`,
    text: lines.join('\n'),
  }
}

/** Shifts that have begun are not told any more. */
export async function purgeShiftNotices(db: Db): Promise<void> {
  await sql`delete from shift_notices where starts_at < now() - interval '1 day'`.execute(db)
}
