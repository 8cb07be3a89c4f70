import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { isUser } from '#server/access/facts.ts'
import { MergeRequestSort } from '#server/code/merge-requests/list/list-fields.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { CurrentUser } from '#server/foundation/users/fields.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { IssueSort } from '#server/plan/issues/list/list-fields.ts'

interface Preferences {
  /** The person. */
  readonly id: number
  readonly issuesSort: string | null
  readonly mergeRequestsSort: string | null
  readonly workItemsDisplaySettings: unknown
}

type PreferenceChanges = { readonly [Name in keyof Omit<Preferences, 'id'>]?: Preferences[Name] | undefined }

/** Characters of the display settings, as JSON. */
const mostSettings = 10_000

const preferencesOf = batch<number, Preferences | null>(async (ctx, ids) => {
  const { rows } = await sql<Preferences>`
    select asked.id, p.issues_sort, p.merge_requests_sort, coalesce(p.work_items_display_settings, '{}') as work_items_display_settings
    from unnest(${[...ids]}::bigint[]) asked (id) left join list_preferences p on p.user_id = asked.id`.execute(ctx.db)
  return byId(rows)
})

const UserPreferences = builder.objectRef<Preferences>('UserPreferences').implement({
  description: 'Preferences of the current user.',
  fields: t => ({
    // The mutation stores words of these types only.
    issuesSort: t.field({ type: IssueSort, resolve: ({ issuesSort }) => issuesSort }),
    mergeRequestsSort: t.field({ type: MergeRequestSort, resolve: row => row.mergeRequestsSort as never }),
    workItemsDisplaySettings: t.field({ type: 'JSON', resolve: row => row.workItemsDisplaySettings }),
  }),
})

/** @source graphql.md 7.3, 9.8 */
export function listPreferenceFields(): void {
  builder.objectField(CurrentUser, 'userPreferences', t =>
    t.field({
      type: UserPreferences,
      resolve: ({ id }, _args, context) => (isUser(context.weft.actor, id) ? preferencesOf(context, id) : null),
    }),
  )
  mutation('userPreferencesUpdate', {
    description: 'Update the preferences of the current user. Omitted preferences do not change.',
    input: t => ({
      issuesSort: t.field({ type: IssueSort }),
      mergeRequestsSort: t.field({ type: MergeRequestSort }),
      workItemsDisplaySettings: t.field({ type: 'JSON' }),
    }),
    run: async (ctx, { issuesSort, mergeRequestsSort, workItemsDisplaySettings }) => {
      await changePreferences(ctx, { issuesSort, mergeRequestsSort, workItemsDisplaySettings })
      return { userId: selfId(ctx) }
    },
    payload: t => ({
      userPreferences: t.field({
        type: UserPreferences,
        resolve: ({ userId }, _args, context) => (userId === undefined ? null : preferencesOf(context, userId)),
      }),
    }),
  })
}

/** @throws Invalid  the display settings are too long, or no object */
async function changePreferences(ctx: Context, changes: PreferenceChanges): Promise<void> {
  const { workItemsDisplaySettings: settings } = changes
  if (settings != null && (typeof settings !== 'object' || Array.isArray(settings)))
    throw new Invalid({ workItemsDisplaySettings: ['must be an object'] })
  const given = {
    ...changes,
    workItemsDisplaySettings: settings == null ? settings : JSON.stringify(settings),
  }
  if ((given.workItemsDisplaySettings ?? '').length > mostSettings)
    throw new Invalid({ workItemsDisplaySettings: [`is too long (maximum is ${mostSettings} characters)`] })
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(values).length === 0) return
  const userId = selfId(ctx)
  await ctx.db
    .insertInto('listPreferences')
    .values({ userId, ...values })
    .onConflict(row => row.column('userId').doUpdateSet(values))
    .execute()
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}
