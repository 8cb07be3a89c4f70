import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { InputOf } from '#contract/operation.ts'
import type { HandoverNote, listHandoverNotes } from '#contract/plan/incidents/handover-notes.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Forbidden, Invalid, NotFound, RateLimited } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { type UserBasicJson, userBasicJson, userOfJson } from '#server/foundation/users/present.ts'
import { type Current, Paged, pageOf } from '#server/slice.ts'
import { recordNoteChanged } from '../events.ts'
import { type ReadSchedule, readSchedules } from '../read.ts'
import { onCallAt } from '../shifts.ts'

type ReadProject = Allowed<'project:read-escalations', ProjectRow>
type JoinedProject = Allowed<'project:join-on-call', ProjectRow>
type ShownNote = Static<typeof HandoverNote>

interface NoteRow {
  readonly id: number
  readonly scheduleId: number
  readonly body: string
  readonly bodyHtml: string
  readonly authorId: number | null
  readonly author: UserBasicJson | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** @param which  what follows `from handover_notes h`: a condition, an order and a limit */
async function readNotes(ctx: Context, which: RawBuilder<unknown>): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select h.id, h.schedule_id, h.body, h.body_html, h.author_id, iso(h.created_at) as created_at, iso(h.updated_at) as updated_at,
      (select ${userBasicJson(ctx.services.settings, 'u')} from users u where u.id = h.author_id) as author
    from handover_notes h ${which}`.execute(ctx.db)
  return rows
}

/** Notes as the actor may see them: titles of what they cannot read are left out. */
async function presentNotes(
  ctx: Context,
  project: ReadProject | JoinedProject,
  rows: readonly NoteRow[],
): Promise<readonly (ShownNote & { readonly scheduleId: number })[]> {
  const htmls = await redactFor(
    ctx,
    rows.map(({ bodyHtml }) => bodyHtml),
  )
  const canAdmin = isAdminOf(ctx, project)
  const canJoin = may(ctx.actor, 'project:join-on-call', project.facts)
  return rows.map(({ id, scheduleId, body, authorId, author, createdAt, updatedAt }, index) => ({
    ...{ id, scheduleId, body, createdAt, updatedAt },
    author: author && userOfJson(author),
    bodyHtml: htmls[index] ?? '',
    canEdit: canJoin && (canAdmin || (authorId !== null && authorId === userIdOf(ctx))),
  }))
}

const isAdminOf = (ctx: Context, { facts }: ReadProject | JoinedProject): boolean =>
  may(ctx.actor, 'project:admin-escalations', facts)

export interface LatestNote {
  readonly note: ShownNote
  /** Notes before it. */
  readonly earlier: number
}

/** The latest note of each schedule of a project, by the ids of the schedules. */
export async function latestNotes(ctx: Context, project: ReadProject): Promise<ReadonlyMap<number, LatestNote>> {
  const rows = await readNotes(
    ctx,
    sql`where h.id in (select (select max(l.id) from handover_notes l where l.schedule_id = s.id) from oncall_schedules s
      where s.namespace_id = ${project.id})`,
  )
  if (rows.length === 0) return new Map()
  const counts = await ctx.db
    .selectFrom('handoverNotes')
    .select(['scheduleId', sql<number>`count(*)::integer`.as('count')])
    .where(
      'scheduleId',
      'in',
      rows.map(({ scheduleId }) => scheduleId),
    )
    .groupBy('scheduleId')
    .execute()
  const notes = await presentNotes(ctx, project, rows)
  const countOf = new Map(counts.map(({ scheduleId, count }) => [scheduleId, count]))
  return new Map(
    notes.map(({ scheduleId, ...note }) => [scheduleId, { note, earlier: (countOf.get(scheduleId) ?? 1) - 1 }]),
  )
}

/** One page of the notes of a schedule, the latest first. @throws NotFound */
export async function pageOfNotes(
  ctx: Context,
  project: ReadProject,
  { scheduleIid, ...paging }: Omit<InputOf<typeof listHandoverNotes>, 'id'>,
) {
  const scheduleId = await scheduleIdOf(ctx, project, scheduleIid)
  const { page, perPage, offset } = pageOf(paging)
  const rows = await readNotes(
    ctx,
    sql`where h.schedule_id = ${scheduleId} order by h.id desc limit ${perPage + 1} offset ${offset}`,
  )
  const notes = await presentNotes(ctx, project, rows.slice(0, perPage))
  return Paged.uncounted(
    notes.map(({ scheduleId: _, ...note }) => note),
    { page, perPage, hasNext: rows.length > perPage },
  )
}

/** Whether the actor may write a note: they take turns in the schedule, are on call in it, or manage it. */
export const canWriteNote = (ctx: Context, { rotations, clock }: ReadSchedule, canAdmin: boolean): boolean =>
  canAdmin ||
  rotations.some(
    rotation =>
      rotation.participants.some(({ userId }) => userId === userIdOf(ctx)) ||
      onCallAt(rotation, rotation.overrides, clock, Date.parse(ctx.now)).some(id => id === userIdOf(ctx)),
  )

interface NoteGiven {
  readonly scheduleIid: number
  readonly body: string
}

/** Write a note. @throws NotFound @throws Forbidden @throws Invalid @throws RateLimited */
export async function writeNote(ctx: Context, project: JoinedProject, { scheduleIid, body }: NoteGiven) {
  // Notes are written one at a time, as their number is limited.
  const [schedule] = await readSchedules(ctx, sql`s.id = ${await scheduleIdOf(ctx, project, scheduleIid, true)}`)
  if (schedule === undefined) throw new NotFound('On-call schedule')
  if (!canWriteNote(ctx, schedule, isAdminOf(ctx, project)))
    throw new Forbidden('Only people on the schedule can write hand-over notes')
  const text = checkedBody(body)
  const { html } = await renderText(ctx, project, text)
  const { rows } = await sql<{ id: number }>`
    insert into handover_notes (schedule_id, author_id, body, body_html, created_at, updated_at)
    select ${schedule.id}, ${selfId(ctx)}, ${text}, ${html}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from handover_notes where schedule_id = ${schedule.id}
      and created_at > ${ctx.now}::timestamptz - interval '1 hour') < ${onCallLimits.notesPerHour}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined)
    throw new RateLimited('Too many notes were written in the last hour. Change the latest one instead', 3600)
  await recordNoteChanged(ctx, 'created', { id, namespaceId: project.id })
  return showNote(ctx, project, { id, scheduleId: schedule.id })
}

/** The text of a note, held until the transaction ends. @throws NotFound @throws Forbidden */
export async function currentNote(ctx: Context, project: JoinedProject, note: NoteOfSchedule): Promise<Current> {
  const { body } = await heldNote(ctx, project, note)
  return { body }
}

export interface NoteOfSchedule {
  readonly scheduleIid: number
  readonly noteId: number
}

/** @throws NotFound @throws Forbidden @throws Invalid */
export async function changeNote(
  ctx: Context,
  project: JoinedProject,
  { body, ...which }: NoteOfSchedule & { readonly body?: string | undefined },
) {
  const { id, scheduleId } = await heldNote(ctx, project, which)
  if (body !== undefined) {
    const text = checkedBody(body)
    const { html } = await renderText(ctx, project, text)
    await ctx.db
      .updateTable('handoverNotes')
      .set({ body: text, bodyHtml: html, updatedAt: ctx.now })
      .where('id', '=', id)
      .execute()
    await recordNoteChanged(ctx, 'updated', { id, namespaceId: project.id })
  }
  return showNote(ctx, project, { id, scheduleId })
}

/** @throws NotFound @throws Forbidden */
export async function deleteNote(ctx: Context, project: JoinedProject, which: NoteOfSchedule): Promise<void> {
  const { id } = await heldNote(ctx, project, which)
  await ctx.db.deleteFrom('handoverNotes').where('id', '=', id).execute()
  await recordNoteChanged(ctx, 'deleted', { id, namespaceId: project.id })
}

async function heldNote(ctx: Context, project: JoinedProject, { scheduleIid, noteId }: NoteOfSchedule) {
  const scheduleId = await scheduleIdOf(ctx, project, scheduleIid)
  const note = await ctx.db
    .selectFrom('handoverNotes')
    .select(['id', 'scheduleId', 'authorId', 'body'])
    .where('id', '=', noteId)
    .where('scheduleId', '=', scheduleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (note === undefined) throw new NotFound('Hand-over note')
  if (note.authorId !== selfId(ctx) && !isAdminOf(ctx, project))
    throw new Forbidden('Only its author and maintainers can change a hand-over note')
  return note
}

async function showNote(
  ctx: Context,
  project: JoinedProject,
  { id, scheduleId }: { readonly id: number; readonly scheduleId: number },
): Promise<ShownNote> {
  const rows = await readNotes(ctx, sql`where h.id = ${id} and h.schedule_id = ${scheduleId}`)
  const [shown] = await presentNotes(ctx, project, rows)
  if (shown === undefined) throw new NotFound('Hand-over note')
  const { scheduleId: _, ...note } = shown
  return note
}

/** @param isHeld  until the transaction ends @throws NotFound */
async function scheduleIdOf(
  ctx: Context,
  { id }: { readonly id: number },
  iid: number,
  isHeld = false,
): Promise<number> {
  const row = await ctx.db
    .selectFrom('oncallSchedules')
    .select('id')
    .where('namespaceId', '=', id)
    .where('iid', '=', iid)
    .$if(isHeld, query => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw new NotFound('On-call schedule')
  return row.id
}

/** @throws Invalid */
function checkedBody(given: string): string {
  const body = given.trim()
  // An invisible note would tell the next person that there is nothing to know.
  if (!/[^\s\p{C}]/u.test(body)) throw new Invalid({ body: ["can't be blank"] })
  return body
}
