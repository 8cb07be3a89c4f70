import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ImportedIssue, ImportedPerson } from './imported-issue.ts'

/** A person of another tracker, and the user chosen for them; null leaves their issues unassigned. */
interface MappedPerson extends ImportedPerson {
  readonly username: string | null
}

interface ImportNamespace {
  readonly ancestorIds: readonly number[]
}

/** Members of the project, by email address, name or username. */
const membersOf = ({ ancestorIds }: ImportNamespace) => sql`
  select distinct u.id, u.username, lower(u.username) as key, lower(u.name) as name from users u
  join memberships m on m.user_id = u.id where m.namespace_id = any (${[...ancestorIds]}::bigint[]) and u.state = 'active'`

/** Find the member that each person is: by email address, else by username or name where only one has it. */
export async function findMembers(
  ctx: Context,
  place: ImportNamespace,
  people: readonly ImportedPerson[],
): Promise<readonly MappedPerson[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{ key: string; username: string }>`
    with members as (${membersOf(place)}),
      asked as (select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as a(key text, name text, email text))
    select a.key, coalesce(
      (select min(m.username) from members m join user_emails e on e.user_id = m.id
        where lower(e.email) = lower(a.email) and e.confirmed_at is not null having count(distinct m.id) = 1),
      (select min(m.username) from members m where m.key in (lower(a.key), lower(a.name)) having count(*) = 1),
      (select min(m.username) from members m where m.name = lower(a.name) having count(*) = 1)) as username
    from asked a`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.key, row.username]))
  return people.map(person => ({ ...person, username: found.get(person.key) ?? null }))
}

/**
 * Choose the user for a person of an import that waits to be started.
 *
 * @throws Invalid  no member has the username
 * @throws NotFound  the import has been started, or has no such person
 */
export async function choosePerson(
  ctx: Context,
  place: ImportNamespace & { readonly id: number },
  importId: number,
  { key, username }: { readonly key: string; readonly username: string | null },
): Promise<void> {
  if (username !== null) {
    const { rows } = await sql`with members as (${membersOf(place)})
      select 1 from members where key = ${username.replace(/^@/, '').toLowerCase()}`.execute(ctx.db)
    if (rows.length === 0) throw new Invalid(`No member of the project has the username ${username}.`)
  }
  const chosen = username?.replace(/^@/, '') ?? null
  const { numAffectedRows } = await sql`
    update issue_imports set people = (select jsonb_agg(case when p ->> 'key' = ${key}
        then p || jsonb_build_object('username', ${chosen}::text) else p end order by place)
      from jsonb_array_elements(people) with ordinality as e(p, place))
    where id = ${importId} and namespace_id = ${place.id} and state = 'ready'
      and people @> jsonb_build_array(jsonb_build_object('key', ${key}::text))`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Person')
}

/**
 * Choose the users for several people of an import at once. People that the import does not have are passed over.
 *
 * @param chosen  people by key, users by id; null leaves their issues unassigned
 * @throws Invalid  one of the users is no member
 */
export async function choosePeople(
  ctx: Context,
  place: ImportNamespace,
  importId: number,
  chosen: readonly { readonly key: string; readonly userId: number | null }[],
): Promise<void> {
  if (chosen.length === 0) return
  const ids = [...new Set(chosen.flatMap(({ userId }) => userId ?? []))]
  const { rows: members } = await sql<{ id: number }>`with members as (${membersOf(place)})
    select id from members where id = any (${ids}::bigint[])`.execute(ctx.db)
  const known = new Set(members.map(member => member.id))
  const stranger = ids.find(id => !known.has(id))
  if (stranger !== undefined) throw new Invalid(`No member of the project has the ID ${stranger}.`)
  await sql`
    with chosen as (select key, (select username from users where id = user_id) as username
      from unnest(${chosen.map(({ key }) => key)}::text[], ${chosen.map(({ userId }) => userId)}::bigint[]) as c(key, user_id))
    update issue_imports set people = (select coalesce(jsonb_agg(case when c.key is null then p
        else p || jsonb_build_object('username', c.username) end order by place), '[]')
      from jsonb_array_elements(people) with ordinality as e(p, place)
        left join (select distinct on (key) * from chosen) c on c.key = p ->> 'key')
    where id = ${importId} and state = 'ready'`.execute(ctx.db)
}

/** An issue with the users chosen for its people. */
export function withPeople(issue: ImportedIssue, people: ReadonlyMap<string, string>): ImportedIssue {
  const username = people.get(issue.remote?.assignee?.key ?? '')
  return username === undefined
    ? issue
    : { ...issue, changes: { ...issue.changes, assignees: { replace: [username] } } }
}

/** The users chosen for the people of an import, by key. */
export async function chosenPeople(ctx: Context, importId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; username: string }>`
    select p ->> 'key' as key, p ->> 'username' as username from issue_imports, jsonb_array_elements(people) p
    where id = ${importId} and p ->> 'username' is not null`.execute(ctx.db)
  return new Map(rows.map(row => [row.key, row.username]))
}
