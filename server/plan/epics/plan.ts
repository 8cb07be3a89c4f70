import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict } from '#server/errors.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { dateAction } from '#server/plan/issuables/attributes/dates.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { checkDates } from '#server/plan/issuables/changes/normalize.ts'
import { checkColor, textColorOn } from '#server/plan/labels/label.ts'
import type { EpicRow } from './find.ts'
import { messages } from './messages.ts'

/** The colour of an epic, and where its dates come from. */
export interface EpicPlan {
  readonly color?: string | undefined
  readonly startDateIsFixed?: boolean | undefined
  readonly startDateFixed?: string | null | undefined
  readonly dueDateIsFixed?: boolean | undefined
  readonly dueDateFixed?: string | null | undefined
}

/** The given fields of a plan, as columns. A given date becomes fixed, unless the plan says otherwise. */
export function planColumns(plan: EpicPlan): EpicPlan & { readonly textColor?: string } {
  const { color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = plan
  const checked = color === undefined ? undefined : checkColor(color)
  const given = {
    color: checked,
    textColor: checked === undefined ? undefined : textColorOn(checked),
    startDateIsFixed: startDateIsFixed ?? (typeof startDateFixed === 'string' ? true : undefined),
    startDateFixed,
    dueDateIsFixed: dueDateIsFixed ?? (typeof dueDateFixed === 'string' ? true : undefined),
    dueDateFixed,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const dateNames = ['startDate', 'dueDate'] as const

type DateName = (typeof dateNames)[number]
type Dates = Readonly<Record<DateName, string | null>>
interface CurrentDates extends Dates, Readonly<Record<`${DateName}IsFixed`, boolean>> {}
export type ShownDates = { readonly [Name in keyof Dates]?: Dates[Name] | undefined }

/**
 * Change the colour of an epic or the source of its dates.
 *
 * @param shown  the dates that the actor saw, as far as they are to be changed
 * @returns whether one of its dates, or where it comes from, has changed
 * @throws Invalid   it would be due before it starts. The plan is written by then: the transaction or savepoint takes it back
 * @throws Conflict  it has other dates than `shown`
 */
export async function planEpic(
  ctx: Context,
  epic: Allowed<'issuable:set-metadata', EpicRow>,
  plan: EpicPlan,
  shown: ShownDates = {},
): Promise<boolean> {
  const columns = planColumns(plan)
  if (Object.keys(columns).length === 0) return false
  const before = await datesOf(ctx, epic.id)
  const stale = dateNames.filter(name => shown[name] !== undefined && shown[name] !== before[name])
  if (stale.length > 0) throw new Conflict(messages.datesChanged(await lastToDate(ctx, epic.id, stale)))
  await ctx.db.updateTable('epics').set(columns).where('id', '=', epic.id).execute()
  await sql`select date_epic(${epic.id})`.execute(ctx.db)
  const after = await datesOf(ctx, epic.id)
  checkDates(after)
  const changed = dateNames.filter(
    name => before[name] !== after[name] || before[`${name}IsFixed`] !== after[`${name}IsFixed`],
  )
  const notes = changed.flatMap(name =>
    before[name] === after[name]
      ? { action: dateAction, text: messages.sourceChanged(name, after[`${name}IsFixed`]) }
      : (attributes[name].describe(before[name], after[name], 'epic') ?? []),
  )
  await writeSystemNotes(ctx, epic.id, textNamespaceOf(epic), notes)
  await sql`update issuables set updated_at = ${ctx.now}::timestamptz where id = ${epic.id}`.execute(ctx.db)
  const changes = changed.map(attribute => ({
    attribute,
    from: before[`${attribute}IsFixed`] ? before[attribute] : null,
    to: after[attribute],
  }))
  await ctx.events.record(
    'epic.planned',
    { issuableId: epic.id, changes },
    { namespaceId: epic.namespaceId, topics: topicsOfIssuable(epic) },
  )
  return changes.length > 0
}

async function datesOf(ctx: Context, id: number): Promise<CurrentDates> {
  const { rows } = await sql<CurrentDates>`select i.start_date, i.due_date, e.start_date_is_fixed, e.due_date_is_fixed
    from issuables i join epics e on e.id = i.id where i.id = ${id} for no key update of i`.execute(ctx.db)
  return rows[0] ?? { startDate: null, dueDate: null, startDateIsFixed: false, dueDateIsFixed: false }
}

/**
 * The user who changed the dates of an epic last; null if some of them follow from the contents of the epic, which no
 * user changes there.
 */
async function lastToDate(ctx: Context, id: number, names: readonly (keyof Dates)[]): Promise<string | null> {
  const isFixed = sql.join(
    names.map(name => sql.ref(`e.${name}IsFixed`)),
    sql` and `,
  )
  const { rows } = await sql<{
    name: string
  }>`select u.name from notes n join users u on u.id = n.author_id join epics e on e.id = n.issuable_id
    where n.issuable_id = ${id} and n.system and n.system_action = ${dateAction} and ${isFixed} order by n.id desc limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.name ?? null
}
