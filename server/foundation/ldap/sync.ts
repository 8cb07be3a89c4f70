import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { directoryOf, ldapProvider } from '#server/foundation/identities/ldap.ts'
import { type DirectoryPerson, WrongFilter, withDirectory } from '#server/platform/ldap/directory.ts'
import { dnKey } from '#server/platform/ldap/dn.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { applyRoles, type DirectoryRole, type SyncCounts } from './memberships.ts'
import { messages } from './messages.ts'
import './events.ts'

interface LinkRow {
  readonly groupId: number
  readonly cn: string | null
  readonly filter: string | null
  readonly groupAccess: number
}

/** The time that a job may ask the directory. */
export const jobTime = { withinMs: 10 * 60_000 }

/** Compare the members of all groups that have links with the directory, a hundred groups at a time. */
export async function syncAllGroups(db: Db, services: Services): Promise<void> {
  if (services.settings.ldap === undefined) return
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'ldap-sync' })
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select distinct group_id as id from ldap_group_links where group_id > ${after} order by group_id limit 100`.execute(
      db,
    )
    const groupIds = rows.map(({ id }) => id)
    const last = groupIds.at(-1)
    if (last === undefined) return
    await syncGroups(ctx, groupIds)
    after = last
  }
}

/** Compare the members of groups with the directory, and store the outcome of each. Groups that were deleted are left out. */
export async function syncGroups(ctx: Context, groupIds: readonly number[]): Promise<void> {
  const groups = await ctx.db
    .selectFrom('namespaces')
    .select('id')
    .where('id', 'in', groupIds)
    .where('kind', '=', 'group')
    .orderBy('id')
    .execute()
  const links = await linksOf(ctx.db, sql`group_id = any (${groupIds}::bigint[])`)
  const found = await askAbout(ctx, links)
  for (const { id: groupId } of groups) {
    const own = links.filter(link => link.groupId === groupId)
    const problem = own.map(link => problemOf(link, found)).find(each => each !== null)
    // The directory also hides groups and people from an account that may not read them.
    if (problem !== undefined && problem !== null) await transact(ctx, inner => end(inner, groupId, problem))
    else
      await transact(ctx, async inner => {
        const counts = await applyRoles(inner, { groupIds: [groupId] }, rolesOf(own, found))
        await end(inner, groupId, counts)
      })
  }
}

/** The answers of the directory about links: the ids of users, or the sentence of a failure. */
interface Answers {
  readonly users: ReadonlyMap<string, readonly number[]>
  readonly problem: string | null
}

const keyOf = ({ cn, filter }: Pick<LinkRow, 'cn' | 'filter'>): string =>
  cn === null ? `filter ${filter}` : `cn ${cn.toLowerCase()}`

async function askAbout(ctx: Context, links: readonly LinkRow[]): Promise<Answers> {
  if (links.length === 0) return { users: new Map(), problem: null }
  const parts = directoryOf(ctx.services)
  if (parts === null) return { users: new Map(), problem: messages.notSetUp }
  const distinct = [...new Map(links.map(link => [keyOf(link), link])).values()]
  try {
    const dns = await withDirectory(
      parts,
      async directory => {
        const answers = new Map<string, readonly string[]>()
        for (const link of distinct) {
          if (link.cn === null) {
            const people = await directory.peopleMatching(link.filter ?? '').catch(ifWrongFilter)
            if (people !== null) answers.set(keyOf(link), people)
            continue
          }
          const members = await directory.membersOf(link.cn)
          if (members !== null) answers.set(keyOf(link), [...members.dns, ...(await directory.dnsOfUids(members.uids))])
        }
        return answers
      },
      jobTime,
    )
    return { users: await usersOf(ctx.db, dns), problem: null }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { users: new Map(), problem: error.message }
  }
}

function ifWrongFilter(error: unknown): null {
  if (error instanceof WrongFilter) return null
  throw error
}

/** The users with entries of the directory, by the same keys. */
async function usersOf(
  db: Db,
  dns: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const keys = [...new Set([...dns.values()].flat().map(dnKey))]
  const { rows } = await sql<{ userId: number; dn: string }>`
    select user_id, extern_uid as dn from user_identities
    where provider = ${ldapProvider} and lower(extern_uid) = any (${keys}::text[])`.execute(db)
  const byDn = new Map(rows.map(({ userId, dn }) => [dnKey(dn), userId]))
  return new Map([...dns].map(([key, each]) => [key, each.flatMap(dn => byDn.get(dnKey(dn)) ?? [])]))
}

function problemOf(link: LinkRow, { users, problem }: Answers): string | null {
  if (problem !== null) return problem
  if (users.has(keyOf(link))) return null
  return link.cn === null ? messages.wrongFilter : messages.noSuchGroup(link.cn)
}

const rolesOf = (links: readonly LinkRow[], { users }: Answers): readonly DirectoryRole[] =>
  links.flatMap(link =>
    (users.get(keyOf(link)) ?? []).map(userId => ({
      userId,
      groupId: link.groupId,
      accessLevel: link.groupAccess,
    })),
  )

/** Give a person who signs in the roles of the directory, in all groups. A directory that cannot be asked changes nothing. */
export async function syncPerson(ctx: Context, userId: number, person: DirectoryPerson): Promise<void> {
  const parts = directoryOf(ctx.services)
  const links = await linksOf(ctx.db, sql`true`)
  if (parts === null || links.length === 0) return
  try {
    const matching = await withDirectory(parts, async directory => {
      const names = new Set((await directory.groupsOf(person)).map(name => name.toLowerCase()))
      if (names.size === 0 && (await directory.groupNames('', 1)).length === 0) return null
      const filters = [...new Set(links.flatMap(link => link.filter ?? []))]
      const matched = new Set<string>()
      for (const filter of filters)
        if ((await directory.isMatching(person, filter).catch(ifWrongFilter)) === true) matched.add(filter)
      return links.filter(({ cn, filter }) => (cn === null ? matched.has(filter ?? '') : names.has(cn.toLowerCase())))
    })
    if (matching === null) return
    const roles = matching.map(({ groupId, groupAccess }) => ({ groupId, userId, accessLevel: groupAccess }))
    await transact(ctx, inner => applyRoles(inner, { userId }, roles))
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

async function linksOf(db: Db, condition: ReturnType<typeof sql>): Promise<readonly LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select group_id, cn, filter, group_access from ldap_group_links
    where provider = ${ldapProvider} and ${condition} order by group_id, id`.execute(db)
  return rows
}

/** Store the outcome of a group, for its page. @param outcome  the numbers, or the sentence of a failure */
async function end(ctx: Context, groupId: number, outcome: SyncCounts | string): Promise<void> {
  const isFailure = typeof outcome === 'string'
  const { added, changed, removed } = isFailure ? { added: 0, changed: 0, removed: 0 } : outcome
  const state = isFailure ? 'failed' : 'finished'
  await sql`
    insert into ldap_syncs (group_id, state, started_at, finished_at, added, changed, removed, problem)
    select id, ${state}, ${ctx.now}::timestamptz, now(), ${added}, ${changed}, ${removed}, ${isFailure ? outcome : null}
    from namespaces where id = ${groupId}
    on conflict (group_id) do update set state = excluded.state, finished_at = excluded.finished_at, added = excluded.added,
      changed = excluded.changed, removed = excluded.removed, problem = excluded.problem`.execute(ctx.db)
  const topics = [namespaceTopic({ kind: 'group', id: groupId })]
  await ctx.events.record('ldap_sync.ended', { groupId }, { namespaceId: groupId, topics })
}
