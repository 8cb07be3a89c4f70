import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { type ReadSchedule, readSchedules } from '#server/plan/on-call/read.ts'
import { dutyAt } from '#server/plan/on-call/shifts.ts'
import { messages } from './messages.ts'

/** A note as it stands in emails. */
export interface MailedNote {
  readonly scheduleId: number
  readonly authorId: number | null
  readonly authorName: string | null
  readonly body: string
  readonly createdAt: string
}

/** Mail a new note to the people who are on call now, and to those who soon are, in the current transaction: the email before their shift may have been sent. */
export async function mailHandoverNote(ctx: Context, noteId: number): Promise<void> {
  const [note] = await notesWhere(ctx, sql`h.id = ${noteId}`)
  const [schedule] = note === undefined ? [] : await readSchedules(ctx, sql`s.id = ${note.scheduleId}`)
  if (note === undefined || schedule === undefined) return
  const { rows: recipients } = await sql<{
    id: number
    email: string
    path: string
    name: string
    timeZone: string | null
  }>`
    select u.id, u.email, n.full_path as path, n.name, st.time_zone from users u join namespaces n on n.id = ${schedule.namespaceId}
      left join paging_settings st on st.user_id = u.id
    where u.id = any (${concerned(ctx, schedule)}::bigint[]) and u.id is distinct from ${note.authorId}::bigint
      and u.state = 'active' and u.confirmed_at is not null and n.emails_enabled`.execute(ctx.db)
  await queueMails(
    ctx,
    recipients.map(({ id, email, path, name, timeZone }) => ({
      userId: id,
      recipient: email,
      subject: `Hand-over note from ${note.authorName ?? messages.formerUser}: ${schedule.name}`,
      text: [
        `Project: ${name}`,
        `Schedule: ${schedule.name}`,
        '',
        ...noteLines(note, timeZone ?? schedule.timeZone),
        '',
        `${messages.viewSchedule} ${ctx.services.settings.externalUrl}/${path}/-/oncall_schedules`,
      ].join('\n'),
    })),
  )
}

/** The people who are on call now in a schedule, and those whose shift begins soon. */
function concerned(ctx: Context, { rotations, clock }: ReadSchedule): readonly number[] {
  const now = Date.parse(ctx.now)
  return rotations.flatMap(rotation => {
    const { userIds, next } = dutyAt(rotation, rotation.overrides, clock, now)
    const isSoon = next !== null && next.from - now <= onCallLimits.noteHours * 3_600_000
    return [...userIds, ...(isSoon ? next.userIds : [])]
  })
}

/** The latest notes of schedules, by their ids, as long as they are recent. */
export async function recentNotes(
  ctx: Context,
  scheduleIds: readonly number[],
): Promise<ReadonlyMap<number, MailedNote>> {
  const notes = await notesWhere(
    ctx,
    sql`h.id in (select max(l.id) from handover_notes l where l.schedule_id = any (${[...scheduleIds]}::bigint[]) group by l.schedule_id)
      and h.created_at > ${ctx.now}::timestamptz - make_interval(days => ${onCallLimits.noteDays})`,
  )
  return new Map(notes.map(note => [note.scheduleId, note]))
}

async function notesWhere(ctx: Context, which: ReturnType<typeof sql>): Promise<readonly MailedNote[]> {
  const { rows } = await sql<MailedNote>`
    select h.schedule_id, h.author_id, u.name as author_name, h.body, iso(h.created_at) as created_at
    from handover_notes h left join users u on u.id = h.author_id where ${which}`.execute(ctx.db)
  return rows
}

/** A note under the line that tells its author and time. */
export function noteLines({ authorName, body, createdAt }: MailedNote, timeZone: string): readonly string[] {
  const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    Date.parse(createdAt),
  )
  return [`Hand-over note from ${authorName ?? messages.formerUser}, ${at} (${timeZone}):`, '', body]
}
