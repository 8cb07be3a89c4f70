import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { peopleNamed } from '#server/plan/on-call/people.ts'

/** The users that are assigned to the names in the calendar of a rotation. */
export async function assignedOf(ctx: Context, rotationId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('oncallCalendarPeople')
    .select(['name', 'userId'])
    .where('rotationId', '=', rotationId)
    .execute()
  return new Map(rows.map(({ name, userId }) => [name, userId]))
}

export interface PersonGiven {
  readonly name: string
  /** Empty: nobody is assigned to the name. */
  readonly username: string
}

/** The same with assignments that are given. @throws Invalid  a username is of nobody who can be on call */
export async function assignedWith(
  ctx: Context,
  projectId: number,
  before: ReadonlyMap<string, number>,
  given: readonly PersonGiven[],
): Promise<ReadonlyMap<string, number>> {
  const users = await peopleNamed(
    ctx,
    projectId,
    given.map(({ username }) => username),
  )
  const assigned = new Map(before)
  for (const [index, { name, username }] of given.entries()) {
    const key = name.trim().toLowerCase()
    const userId = users[index]
    if (username.trim() === '') assigned.delete(key)
    else if (userId == null)
      throw new Invalid({ people: [`must have at least the Reporter role, and @${username} does not`] })
    else if (key !== '') assigned.set(key, userId)
  }
  if (assigned.size > onCallLimits.calendarNames)
    throw new Invalid({ people: [`are too many (maximum is ${onCallLimits.calendarNames})`] })
  return assigned
}

export async function storeAssigned(
  ctx: Context,
  rotationId: number,
  assigned: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...assigned].map(([name, userId]) => ({ name, user_id: userId }))
  await sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(name text, user_id bigint)),
      gone as (delete from oncall_calendar_people p where rotation_id = ${rotationId} and not exists (select 1 from given g where g.name = p.name))
    insert into oncall_calendar_people (rotation_id, name, user_id) select ${rotationId}, name, user_id from given
    on conflict (rotation_id, name) do update set user_id = excluded.user_id`.execute(ctx.db)
}
