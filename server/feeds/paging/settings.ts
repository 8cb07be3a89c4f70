import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { QuietHours, type updatePagingSettings } from '#contract/feeds/paging.ts'
import {
  type PagingStep,
  type PhoneChannel,
  phoneChannels,
  usualNoticeHours,
  usualSteps,
} from '#contract/feeds/paging-rules.ts'
import type { InputOf } from '#contract/operation.ts'
import { isTimeZone } from '#contract/reader.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { clockTime, minutesOfDay } from '#server/plan/on-call/wall-time.ts'
import type { Row } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import './events.ts'
import { offersOf, readProvider } from './phone/provider.ts'

const columns = ['highSteps', 'lowSteps', 'quietDays', 'quietFrom', 'quietTo', 'noticeHours', 'timeZone'] as const

type SettingsRow = Omit<Row<'pagingSettings', (typeof columns)[number]>, 'highSteps' | 'lowSteps'> & {
  /** Null: as usual. */
  readonly highSteps: readonly PagingStep[] | null
  readonly lowSteps: readonly PagingStep[] | null
}

/** How the actor is paged; as usual, unless they have chosen. */
export async function readPagingSettings(ctx: Context) {
  return shown(await ownRow(ctx))
}

/** The same, held until the transaction ends. */
export async function currentPagingSettings(ctx: Context): Promise<Current> {
  // A person who has not chosen yet has no row to lock.
  await sql`select 1 from users where id = ${selfId(ctx)} for no key update`.execute(ctx.db)
  return { ...(await readPagingSettings(ctx)) }
}

/** Change how the actor is paged from the next page on; fields that are left out stay. @throws Invalid */
export async function changePagingSettings(
  ctx: Context,
  change: Omit<InputOf<typeof updatePagingSettings>, 'expected'>,
) {
  const before = await ownRow(ctx)
  const {
    highUrgency = before.highSteps,
    lowUrgency = before.lowSteps,
    timeZone = before.timeZone,
    noticeHours = before.noticeHours,
  } = change
  if (!isTimeZone(timeZone)) throw new Invalid({ timeZone: ['must be the name of a time zone, such as Europe/Berlin'] })
  const offers = offersOf(await readProvider(ctx))
  const quiet = change.quietHours === undefined ? before : quietColumns(change.quietHours, before)
  const values = {
    highSteps: highUrgency && JSON.stringify(checkedSteps('highUrgency', highUrgency, change.highUrgency && offers)),
    lowSteps: lowUrgency && JSON.stringify(checkedSteps('lowUrgency', lowUrgency, change.lowUrgency && offers)),
    ...{ quietDays: quiet.quietDays, quietFrom: quiet.quietFrom, quietTo: quiet.quietTo, noticeHours, timeZone },
  }
  await ctx.db
    .insertInto('pagingSettings')
    .values({ userId: selfId(ctx), ...values })
    .onConflict(on => on.column('userId').doUpdateSet(values))
    .execute()
  await ctx.events.record('paging_settings.updated', { userId: selfId(ctx) })
  return readPagingSettings(ctx)
}

async function ownRow(ctx: Context): Promise<SettingsRow> {
  const row = await ctx.db
    .selectFrom('pagingSettings')
    .select(columns)
    .where('userId', '=', selfId(ctx))
    .executeTakeFirst()
  // Only `changePagingSettings` writes the steps, in this shape.
  return row === undefined ? { ...usual, timeZone: ctx.timeZone ?? 'UTC' } : (row as SettingsRow)
}

/** The quiet hours have days once they are on. */
const usual = {
  highSteps: null,
  lowSteps: null,
  quietDays: [],
  quietFrom: 22 * 60,
  quietTo: 7 * 60,
  noticeHours: usualNoticeHours,
}

function quietColumns(
  given: { readonly days: readonly number[]; readonly from: string; readonly to: string } | null,
  before: Pick<SettingsRow, 'quietFrom' | 'quietTo'>,
) {
  if (given === null) return { ...before, quietDays: [] }
  // The decoder does not look into a value that may be null.
  if (!Value.Check(QuietHours, given))
    throw new Invalid({ quietHours: ['must have days from 1 to 7, at least one, and times such as 22:00'] })
  const [from, to] = [minutesOfDay(given.from), minutesOfDay(given.to)]
  if (from === null || to === null || from === to)
    throw new Invalid({ quietHours: ['must begin and end at different times'] })
  return { quietDays: [...new Set(given.days)].toSorted(), quietFrom: from, quietTo: to }
}

/**
 * In the order in which they are sent.
 *
 * @param offers  the ways to a phone that a choice may name; undefined for steps that stay as they were
 * @throws Invalid  two of them are the same, or the site has no such way
 */
function checkedSteps(
  field: string,
  steps: readonly PagingStep[],
  offers: readonly PhoneChannel[] | undefined,
): readonly PagingStep[] {
  const missing = phoneChannels.filter(channel => offers !== undefined && !offers.includes(channel))
  if (steps.some(({ channel }) => missing.some(each => each === channel)))
    throw new Invalid({ [field]: ['must not have a channel that this site does not offer'] })
  const sorted = steps
    .map(({ minutes, channel }) => ({ minutes, channel }))
    .toSorted((one, other) => one.minutes - other.minutes)
  if (new Set(sorted.map(each => JSON.stringify(each))).size < sorted.length)
    throw new Invalid({ [field]: ['must not have the same step twice'] })
  return sorted
}

const shown = ({ highSteps, lowSteps, quietDays, quietFrom, quietTo, noticeHours, timeZone }: SettingsRow) => ({
  highUrgency: highSteps ?? usualSteps,
  lowUrgency: lowSteps ?? usualSteps,
  quietHours: quietDays.length === 0 ? null : { days: quietDays, from: clockTime(quietFrom), to: clockTime(quietTo) },
  noticeHours,
  timeZone,
})
