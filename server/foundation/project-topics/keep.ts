import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

export const topicNameLimit = 255

/**
 * The topics of a project as they are spelled on this site. Names that are new become topics; upper and lower case are alike.
 *
 * @param names  as a user wrote them, in their order
 * @throws Invalid  a name is too long
 */
export async function keepTopics(ctx: Context, names: readonly string[]): Promise<string[]> {
  const written = new Map(
    names
      .map(oneLine)
      .filter(name => name !== '')
      .toReversed()
      .map(name => [name.toLowerCase(), name]),
  )
  if (written.size === 0) return []
  if ([...written.values()].some(name => name.length > topicNameLimit))
    throw new Invalid({ topics: [`is too long (maximum is ${topicNameLimit} characters each)`] })
  // The topics are locked in one order, so that two projects with the same new topics do not deadlock.
  const ordered = [...written.keys()].sort().map(key => written.get(key) ?? key)
  await sql`insert into topics (name, title, created_at, updated_at)
    select name, name, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from unnest(${ordered}::text[]) name
    on conflict (lower(name)) do nothing`.execute(ctx.db)
  const { rows } = await sql<{ readonly name: string }>`
    select t.name from unnest(${[...written.values()].toReversed()}::text[]) with ordinality given (name, place)
    join topics t on lower(t.name) = lower(given.name) group by t.name order by min(given.place)`.execute(ctx.db)
  return rows.map(row => row.name)
}
