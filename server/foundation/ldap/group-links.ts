import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { aMinute, limitTo } from '#server/access/rate-limits.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Forbidden, Malformed, NotFound, noneGiven, Unprocessable } from '#server/errors.ts'
import { directoryOf, ldapProvider } from '#server/foundation/identities/ldap.ts'
import { checkLevel } from '#server/foundation/members/rules.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { isFilter, withDirectory } from '#server/platform/ldap/directory.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { messages } from './messages.ts'
import './events.ts'

type Group = Allowed<'group:admin-members', GroupRow>

interface LinkName {
  readonly provider: string
  readonly cn?: string
  readonly filter?: string
}

/** Groups of a search at most. */
const maxGroups = 20

const limitSearches = limitTo(aMinute.ldapSearches)

/** The groups of the directory whose names contain a text. @throws NotFound  no such provider · @throws Unavailable */
export async function directoryGroups(ctx: Context, search = '', provider = ldapProvider) {
  const parts = directoryOf(ctx.services)
  if (parts === null || provider !== ldapProvider) throw new NotFound('LDAP provider')
  limitSearches(ctx)
  const names = await withDirectory(parts, directory => directory.groupNames(search.trim(), maxGroups))
  return names.map(cn => ({ cn }))
}

export async function groupLinks(ctx: Context, groupId: number) {
  const rows = await ctx.db
    .selectFrom('ldapGroupLinks')
    .select(['cn', 'filter', 'groupAccess', 'provider'])
    .where('groupId', '=', groupId)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, memberRoleId: null }))
}

/** The last synchronization of a group; null before the first. */
export async function lastSync(ctx: Context, groupId: number) {
  const row = await ctx.db
    .selectFrom('ldapSyncs')
    .select(['state', 'startedAt', 'finishedAt', 'added', 'changed', 'removed', 'problem'])
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  // The column's check knows the three states.
  return row === undefined ? null : { ...row, state: row.state as 'started' | 'finished' | 'failed' }
}

/**
 * Link a group with a group of the directory, or with the people who match a filter. A job then makes them members.
 *
 * @throws Forbidden  a filter can test any attribute of people, so only administrators may use one
 * @throws Unprocessable  an unknown provider, a wrong filter, or a link that exists · @throws Invalid  no such role
 */
export async function createLink(ctx: Context, group: Group, given: LinkName & { readonly groupAccess: number }) {
  const { provider, groupAccess } = given
  const { cn, filter } = nameOf(given)
  if (ctx.services.settings.ldap === undefined || provider !== ldapProvider)
    throw new Unprocessable(messages.noProvider)
  checkLevel({ kind: 'project' }, groupAccess)
  if (filter !== null && !isAdmin(ctx.actor)) throw new Forbidden(messages.filtersOfAdministrators)
  if (filter !== null && !(await isFilter(filter))) throw new Unprocessable(messages.wrongFilter)
  await ctx.db
    .insertInto('ldapGroupLinks')
    .values({ groupId: group.id, provider, cn, filter, groupAccess, createdById: userIdOf(ctx), createdAt: ctx.now })
    .execute()
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
      throw new Unprocessable(messages.linkExists, { cause: error })
    })
  await ctx.events.record('ldap_group_link.created', { groupId: group.id, groupAccess }, scopeOf(group))
  await requestSync(ctx, group)
  return { cn, filter, provider, groupAccess, memberRoleId: null }
}

/** Remove a link; a job then takes away the roles that only it gave. @throws NotFound */
export async function removeLink(ctx: Context, group: Group, given: LinkName): Promise<void> {
  const { cn, filter } = nameOf(given)
  const { rows } = await sql<{ id: number }>`
    delete from ldap_group_links where group_id = ${group.id} and provider = ${given.provider}
      and case when ${cn}::text is null then filter = ${filter} else lower(cn) = lower(${cn}) end returning id`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw new NotFound('LDAP group link')
  await ctx.events.record('ldap_group_link.removed', { groupId: group.id }, scopeOf(group))
  await requestSync(ctx, group)
}

/** Have a job compare the members of a group with the directory. @throws NotFound  no directory is set */
export async function startSync(ctx: Context, group: Group): Promise<void> {
  if (ctx.services.settings.ldap === undefined) throw new NotFound('LDAP')
  await requestSync(ctx, group)
}

/** The same for a link that was removed, which also works when the directory is gone. */
async function requestSync(ctx: Context, group: Pick<GroupRow, 'id'>): Promise<void> {
  await sql`
    insert into ldap_syncs (group_id, state, started_at) values (${group.id}, 'started', ${ctx.now})
    on conflict (group_id) do update set state = excluded.state, started_at = excluded.started_at, finished_at = null,
      problem = null`.execute(ctx.db)
  await ctx.events.record('ldap_sync.requested', { groupId: group.id }, scopeOf(group))
}

const scopeOf = ({ id }: Pick<GroupRow, 'id'>) => ({
  namespaceId: id,
  topics: [namespaceTopic({ kind: 'group', id })],
})

/** @throws Malformed  neither a name nor a filter, or both */
function nameOf({ cn, filter }: LinkName): { readonly cn: string | null; readonly filter: string | null } {
  if (cn !== undefined && filter !== undefined) throw new Malformed('cn, filter are mutually exclusive')
  if (cn === undefined && filter === undefined) throw noneGiven('cn', 'filter')
  return { cn: cn?.trim() ?? null, filter: filter?.trim() ?? null }
}
