import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Preferences } from '#contract/foundation/users.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound, noneGiven } from '#server/errors.ts'
import { siteNumber } from '#server/foundation/settings/site-number.ts'
import { weekStartProblem, weekStarts } from '#server/foundation/settings/week-starts.ts'

type PreferenceValues = Static<typeof Preferences>

const columns = ['theme', 'timeFormat', 'timeDisplay', 'issueNotesFilter'] as const

/** @throws NotFound  the account no longer exists */
export async function readPreferences(ctx: Context, userId: number): Promise<PreferenceValues> {
  const row = await ctx.db
    .selectFrom('users')
    .select(columns)
    .select(sql<number>`coalesce(first_day_of_week, ${siteNumber('firstDayOfWeek')})`.as('firstDayOfWeek'))
    .where('id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound('User')
  // The columns' checks hold them to the contract's words.
  return row as PreferenceValues
}

/** Change the preferences that are named. @throws Invalid  a week that begins on no usual day */
export async function changePreferences(
  ctx: Context,
  userId: number,
  changes: { readonly [K in keyof PreferenceValues]?: PreferenceValues[K] },
): Promise<PreferenceValues> {
  if (Object.keys(changes).length === 0) return readPreferences(ctx, userId)
  const day = changes.firstDayOfWeek
  if (day !== undefined && !weekStarts.includes(day)) throw new Invalid({ firstDayOfWeek: [weekStartProblem] })
  await save(ctx, userId, changes)
  return readPreferences(ctx, userId)
}

interface DiffPreferences {
  readonly viewDiffsFileByFile: boolean
  readonly showWhitespaceInDiffs: boolean
  readonly passUserIdentitiesToCiJwt: boolean
}

/** @throws NotFound  the account no longer exists */
export async function readDiffPreferences(ctx: Context, userId: number) {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'viewDiffsFileByFile', 'showWhitespaceInDiffs', 'passUserIdentitiesToCiJwt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound('User')
  return { ...row, userId }
}

/** @throws Malformed  none is named */
export async function changeDiffPreferences(ctx: Context, userId: number, changes: Partial<DiffPreferences>) {
  if (Object.keys(changes).length === 0)
    throw noneGiven('view_diffs_file_by_file', 'show_whitespace_in_diffs', 'pass_user_identities_to_ci_jwt')
  await save(ctx, userId, changes)
  return readDiffPreferences(ctx, userId)
}

async function save(ctx: Context, userId: number, changes: Partial<PreferenceValues & DiffPreferences>): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ ...changes, updatedAt: ctx.now })
    .where('id', '=', userId)
    .execute()
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}
