import { sql } from 'kysely'
import type { Static } from 'typebox'
import { mostOfLists, mostUserLists } from '#contract/deploy/feature-flags/flag-words.ts'
import type { FlagUserList } from '#contract/deploy/feature-flags/flags.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Current, type Paging, pageOfJson } from '#server/slice.ts'
import { flagsScope } from './events.ts'
import { userIdProblems } from './flag.ts'
import { messages } from './messages.ts'
import { refuseProtectedList } from './protected.ts'
import { refuseTooLarge } from './write.ts'

export interface UserListRow {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly fullPath: string
  readonly name: string
  readonly userXids: string
}

const u = columnsOf('featureFlagUserLists', 'u')
const path = sql<string>`'/' || n.full_path || '/-/feature_flags_user_lists/' || u.iid`

/** A user list as JSON, over `feature_flag_user_lists u` of project `n`. */
export const userListSql = object({
  ...u.fields('id', 'iid', 'name', 'userXids'),
  project_id: u('namespaceId'),
  ...u.moments('createdAt', 'updatedAt'),
  path,
  edit_path: sql<string>`${path} || '/edit'`,
} satisfies WireFields<typeof FlagUserList>)

interface UserListKey {
  readonly iid: number
}

const find = async (ctx: Context, place: number | string, { iid }: UserListKey) => {
  const { rows } = await sql<UserListRow & { readonly facts: NamespaceFacts }>`
    select u.id, u.iid, u.namespace_id, n.full_path, u.name, u.user_xids, ${projectFacts(ctx.actor, 'n')} as facts
    from namespaces n join feature_flag_user_lists u on u.namespace_id = n.id where ${namespaceIs(place)} and u.iid = ${iid}::bigint`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) {
    await refuseMoved(ctx, place, 'project')
    return null
  }
  const { facts, ...row } = found
  return { row: row as UserListRow, facts }
}

/** A user list of a project by its number. */
export const userListByIid = finder(
  'project',
  null,
  (ctx: Context, key: UserListKey & { readonly id: number | string }) => find(ctx, key.id, key),
)

/** The same, as in the address of its page. */
export const userListOfAddress = finder(
  'project',
  null,
  (ctx: Context, key: UserListKey & { readonly namespace: string }) => find(ctx, key.namespace, key),
)

/** The user lists of a project by name. */
export const listUserLists = (
  ctx: Context,
  projectId: number,
  { search = '', ...paging }: Paging & { readonly search?: string },
) =>
  pageOfJson<readonly Static<typeof FlagUserList>[]>(ctx, paging, {
    item: userListSql,
    matching: sql`feature_flag_user_lists u join namespaces n on n.id = u.namespace_id
      where u.namespace_id = ${projectId} and ${matchesSearch(sql`u.name`, search)}`,
    order: sql`u.name, u.id`,
  })

/** All user lists of a project, for pages: their number is limited. */
export async function allUserLists(ctx: Context, projectId: number, item = userListSql): Promise<RawJson> {
  const { rows } = await sql<{
    lists: string
  }>`select coalesce(json_agg(${item} order by u.name, u.id), '[]')::text as lists
    from feature_flag_user_lists u join namespaces n on n.id = u.namespace_id where u.namespace_id = ${projectId}`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.lists ?? '[]')
}

/** The lists to choose from in the form of a flag. */
export const userListOptions = (ctx: Context, projectId: number): Promise<RawJson> =>
  allUserLists(ctx, projectId, object(u.fields('id', 'iid', 'name')) as never)

/** A user list. */
export async function showUserList(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${userListSql}::text as json
    from feature_flag_user_lists u join namespaces n on n.id = u.namespace_id where u.id = ${id}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? 'null')
}

interface UserListInput {
  readonly name: string
  readonly userXids: string
}

/** @throws Invalid */
function checked({ name, userXids }: UserListInput): UserListInput {
  const line = oneLine(name)
  const ids = [
    ...new Set(
      userXids
        .split(',')
        .map(id => id.trim())
        .filter(Boolean),
    ),
  ]
  const problems = {
    name: lineProblems(line),
    userXids: ids.length === 0 ? [messages.blank] : userIdProblems(ids.join(',')),
  }
  const broken = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (broken.length > 0) throw new Invalid(Object.fromEntries(broken))
  return { name: line, userXids: ids.join(',') }
}

/** @throws Invalid  lists are read together on pages */
async function refuseTooLargeLists(ctx: Context, projectId: number): Promise<void> {
  const { rows } = await sql<{ isTooLarge: boolean }>`select sum(length(user_xids)) > ${mostOfLists} as is_too_large
    from feature_flag_user_lists where namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0]?.isTooLarge) throw new Invalid(messages.tooLargeLists)
}

function orTaken(error: unknown): never {
  if (isTaken(error, 'feature_flag_user_lists_name_key'))
    throw new Invalid({ name: [messages.taken] }, { cause: error })
  throw error
}

/** Create a user list. @throws Invalid */
export async function createUserList(
  ctx: Context,
  project: Allowed<'project:admin-feature-flags', ProjectRow>,
  given: UserListInput,
): Promise<RawJson> {
  const { name, userXids } = checked(given)
  // Lists are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${project.id}, 'feature_flag_user_list', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
    insert into feature_flag_user_lists (namespace_id, iid, name, user_xids, created_at, updated_at)
    select ${project.id}, value, ${name}, ${userXids}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from counter
    where (select count(*) from feature_flag_user_lists where namespace_id = ${project.id}) < ${mostUserLists} returning id`
    .execute(ctx.db)
    .catch(orTaken)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManyLists)
  await refuseTooLargeLists(ctx, project.id)
  await ctx.events.record('feature_flag_user_list.created', { userListId: made.id }, flagsScope(project.id))
  return showUserList(ctx, made.id)
}

type ManagedUserList = Allowed<'project:admin-feature-flags', UserListRow>

/** A user list as it is, held until the transaction ends. */
export async function lockedUserList(ctx: Context, { id }: ManagedUserList): Promise<Current> {
  return ctx.db
    .selectFrom('featureFlagUserLists')
    .select(['name', 'userXids'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Change a user list: clients that follow its flags get the new ids. @throws Invalid · @throws Forbidden  a protected environment */
export async function updateUserList(
  ctx: Context,
  list: ManagedUserList,
  given: Partial<UserListInput>,
): Promise<RawJson> {
  const { name, userXids } = checked({ name: given.name ?? list.name, userXids: given.userXids ?? list.userXids })
  if (userXids !== list.userXids) await refuseProtectedList(ctx, { id: list.namespaceId, facts: list.facts }, list.id)
  await sql`update feature_flag_user_lists set name = ${name}, user_xids = ${userXids}, updated_at = ${ctx.now}::timestamptz where id = ${list.id}`
    .execute(ctx.db)
    .catch(orTaken)
  if (userXids.length > list.userXids.length) {
    await refuseTooLargeLists(ctx, list.namespaceId)
    await refuseTooLarge(ctx, list.namespaceId)
  }
  await ctx.events.record('feature_flag_user_list.updated', { userListId: list.id }, flagsScope(list.namespaceId))
  return showUserList(ctx, list.id)
}

/** Delete a user list. @throws Conflict  a flag uses it */
export async function deleteUserList(ctx: Context, { id, namespaceId }: ManagedUserList): Promise<void> {
  await sql`select 1 from feature_flag_user_lists where id = ${id} for update`.execute(ctx.db)
  const { numAffectedRows } = await sql`delete from feature_flag_user_lists where id = ${id}
    and not exists (select 1 from feature_flag_strategies where user_list_id = ${id})`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Conflict(messages.listInUse)
  await ctx.events.record('feature_flag_user_list.deleted', { userListId: id }, flagsScope(namespaceId))
}
