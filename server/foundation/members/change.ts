import { sql } from 'kysely'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Current } from '#server/slice.ts'
import { memberTopics } from './events.ts'
import type { Place } from './place.ts'
import { checkExpiry, checkLevel, checkMayHandle, type Inherited, inheritanceProblem, isLastOwner } from './rules.ts'

const a = columnsOf('members', 'a')
const n = columnsOf('namespaces', 'n')

interface MemberChange {
  readonly userId: number
  /** Undefined leaves the level as it is. */
  readonly accessLevel?: number | undefined
  /** Undefined leaves the date as it is. */
  readonly expiresAt?: string | null
}

/**
 * Change a direct member's level or last day. The caller has loaded the place for managing members.
 *
 * @throws NotFound  no direct member
 * @throws Forbidden  only owners change owners, and a group keeps one
 * @throws Invalid  the level does not exist, or is below the one that the person inherits
 */
export async function changeMember(
  ctx: Context,
  place: Place,
  { userId, accessLevel: given, expiresAt }: MemberChange,
): Promise<void> {
  if (given !== undefined) checkLevel(place, given)
  checkExpiry(ctx, expiresAt)
  const member = await directMember(ctx, place, userId)
  const accessLevel = given ?? member.accessLevel
  checkMayHandle(ctx, place, accessLevel, member.accessLevel)
  const problem = inheritanceProblem(accessLevel, member.inherited)
  if (problem !== null) throw new Invalid({ accessLevel: [problem] })
  const endsOwnership = member.accessLevel === levels.owner && (accessLevel < levels.owner || expiresAt != null)
  if (endsOwnership && (await isLastOwner(ctx, place, userId)))
    throw new Forbidden('A group must have at least one owner')
  await ctx.db
    .updateTable('members')
    // Changed by hand, it is not the directory's any more.
    .set({ accessLevel, fromLdap: false, ...(expiresAt === undefined ? {} : { expiresAt }) })
    .where('namespaceId', '=', place.id)
    .where('userId', '=', userId)
    .execute()
  await ctx.events.record(
    'member.updated',
    { namespaceId: place.id, kind: place.kind, userId, accessLevel, from: member.accessLevel },
    { namespaceId: place.id, topics: memberTopics(place.kind, place.id, userId) },
  )
}

/**
 * The current values of a membership, whose row is locked until the transaction ends. @throws NotFound  no direct
 * member
 */
export async function currentMember(ctx: Context, place: { readonly id: number }, userId: number): Promise<Current> {
  const row = await ctx.db
    .selectFrom('members')
    .select(['accessLevel', 'expiresAt'])
    .where('namespaceId', '=', place.id)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

interface DirectMember {
  readonly accessLevel: number
  readonly inherited: Inherited | null
}

/** @throws NotFound  none, or expired */
export async function directMember(ctx: Context, place: Place, userId: number): Promise<DirectMember> {
  const { rows } = await sql<DirectMember>`
    select m.access_level, (select ${object({ level: a('accessLevel'), from: n('name') })}
        from members a join namespaces n on n.id = a.namespace_id
        where a.user_id = m.user_id and a.namespace_id = any (${place.ancestorIds}::bigint[]) and a.namespace_id <> ${place.id}
          and ${notExpired('a.expires_at')}
        order by a.access_level desc limit 1) as inherited
    from members m where m.namespace_id = ${place.id} and m.user_id = ${userId}
      and ${notExpired('m.expires_at')} for update of m`.execute(ctx.db)
  const member = rows[0]
  if (member === undefined) throw new NotFound()
  return member
}
