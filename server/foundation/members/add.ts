import { type RawBuilder, sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import { Conflict, Invalid, Malformed, NotFound } from '#server/errors.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { memberTopics } from './events.ts'
import type { Place } from './place.ts'
import {
  checkExpiry,
  checkLevel,
  checkMayHandle,
  type Inherited,
  inheritanceProblem,
  inheritanceSentence,
} from './rules.ts'

const m = columnsOf('members', 'm')
const n = columnsOf('namespaces', 'n')

export interface NewMembers {
  readonly userId?: readonly string[]
  readonly username?: readonly string[]
  readonly accessLevel: number
  readonly expiresAt?: string | null
}

/** The added users, and the reasons for which others were refused, by username. */
export interface Additions {
  readonly added: readonly number[]
  readonly refused: Readonly<Record<string, string>>
  /** Several were named, so that one wrong name does not keep the others out. */
  readonly isList: boolean
}

/**
 * Make people members of a place. The caller has loaded it for managing members.
 *
 * @throws NotFound  the one user named does not exist
 * @throws Conflict  the one user named is a member already
 * @throws Invalid  the level does not exist, or is below the one that the only named user inherits
 * @throws Forbidden  only owners make owners
 */
export async function addMembers(ctx: Context, place: Place, given: NewMembers): Promise<Additions> {
  const { accessLevel } = given
  checkLevel(place, accessLevel)
  checkMayHandle(ctx, place, accessLevel)
  checkExpiry(ctx, given.expiresAt)
  const names = namesOf(given)
  const people = await find(ctx, place, given)
  const isList = names.length > 1
  const added: number[] = []
  const refused: Record<string, string> = {}
  for (const name of names) {
    const person = people.find(each => String(each.id) === name || each.username.toLowerCase() === name.toLowerCase())
    const problem = person === undefined ? null : inheritanceProblem(accessLevel, person.inherited)
    if (person === undefined) refuse(name, new NotFound('User'), 'User does not exist')
    else if (person.isMember) refuse(person.username, new Conflict('Member already exists'), 'Member already exists')
    else if (problem !== null)
      refuse(person.username, new Invalid({ accessLevel: [problem] }), inheritanceSentence(problem))
    else if (!added.includes(person.id)) added.push(person.id)
  }
  function refuse(name: string, failure: Error, sentence: string): void {
    if (!isList) throw failure
    refused[name] = sentence
  }
  const members = added.map(userId => ({ userId, accessLevel, expiresAt: given.expiresAt ?? null }))
  await insertMembers(ctx, place, members)
  await recordAdded(ctx, place, members)
  return { added, refused, isList }
}

/** Announce new members of a place. */
export async function recordAdded(ctx: Context, place: Place, members: readonly NewMember[]): Promise<void> {
  for (const { userId, accessLevel } of members) {
    await ctx.events.record(
      'member.added',
      { namespaceId: place.id, kind: place.kind, userId, accessLevel },
      { namespaceId: place.id, topics: memberTopics(place.kind, place.id, userId) },
    )
  }
}

function namesOf({ userId, username }: NewMembers): readonly string[] {
  const names = [...(userId ?? []), ...(username ?? [])]
  if (userId !== undefined && username !== undefined) throw new Malformed('user_id, username are mutually exclusive')
  if (names.length === 0) throw new Malformed('user_id, username are missing, exactly one parameter must be provided')
  return names
}

/** The relation of a person to a project or group. */
export interface Standing {
  readonly id: number
  readonly username: string
  readonly isMember: boolean
  readonly inherited: Inherited | null
}

async function find(
  ctx: Context,
  place: Place,
  { userId = [], username = [] }: NewMembers,
): Promise<readonly Standing[]> {
  const ids = userId.filter(id => /^\d{1,15}$/.test(id)).map(Number)
  const { rows } = await sql<Standing>`
    select u.id, u.username, ${standing(place)} from users u where u.state <> 'banned' and not ${isBotOfElsewhere(place)}
      and (u.id = any (${ids}::bigint[]) or lower(u.username) = any (${username.map(name => name.toLowerCase())}::text[]))`.execute(
    ctx.db,
  )
  return rows
}

/** The bot of an access token is a member only of the project or group that the token belongs to. */
const isBotOfElsewhere = ({ id }: Place): RawBuilder<boolean> => sql<boolean>`
  (u.is_bot and exists (select 1 from personal_access_tokens t where t.user_id = u.id and t.namespace_id <> ${id}))`

/** The columns `is_member` and `inherited` of the user `u` in a place. */
export const standing = (place: Place): RawBuilder<unknown> => sql`
  exists (select 1 from members m where m.user_id = u.id and m.namespace_id = ${place.id}
    and ${notExpired('m.expires_at')}) as is_member,
  (select ${object({ level: m('accessLevel'), from: n('name') })} from members m join namespaces n on n.id = m.namespace_id
    where m.user_id = u.id and m.namespace_id = any (${place.ancestorIds}::bigint[]) and m.namespace_id <> ${place.id}
      and ${notExpired('m.expires_at')}
    order by m.access_level desc limit 1) as inherited`

/** A membership to be made. */
export interface NewMember {
  readonly userId: number
  readonly accessLevel: number
  /** `YYYY-MM-DD` */
  readonly expiresAt: string | null
}

/** Insert members of a place. @throws Conflict  one of them has become a member meanwhile */
export async function insertMembers(ctx: Context, place: Place, members: readonly NewMember[]): Promise<void> {
  if (members.length === 0) return
  const createdById = userIdOf(ctx)
  // A membership that has expired still has its row: the new one takes its place.
  const { rows } = await sql<{ userId: number }>`
    insert into members (namespace_id, user_id, access_level, expires_at, created_by_id, created_at)
    select ${place.id}, added.*, ${createdById}::bigint, ${ctx.now}::timestamptz
    from unnest(${members.map(({ userId }) => userId)}::bigint[], ${members.map(({ accessLevel }) => accessLevel)}::integer[],
      ${members.map(({ expiresAt }) => expiresAt)}::date[]) as added
    on conflict (user_id, namespace_id) do update set access_level = excluded.access_level, expires_at = excluded.expires_at,
      created_by_id = excluded.created_by_id, created_at = excluded.created_at where not ${notExpired('members.expires_at')}
    returning user_id`.execute(ctx.db)
  if (rows.length < members.length) throw new Conflict('Member already exists')
}
