import { sql } from 'kysely'
import { timelineLimits } from '#contract/monitor/incidents/timeline-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid, Unprocessable } from '#server/errors.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { messages } from '../messages.ts'

/** SQL condition for the tags of a project: those of all projects, and its own. */
export const tagsOf = (projectId: number) => sql`(t.namespace_id is null or t.namespace_id = ${projectId})`

/**
 * Create a tag for the timelines of a project.
 *
 * @throws Invalid  the name is blank, too long or taken, or has a comma
 */
export async function createTag(
  ctx: Context,
  project: Allowed<'project:admin-incidents', PlaceNode>,
  name: string,
): Promise<number> {
  const problem = problemOf(name.trim())
  if (problem !== null) throw new Invalid({ name: [problem] })
  const { rows: taken } = await sql`
    select 1 from timeline_event_tags t where ${tagsOf(project.id)} and lower(t.name) = lower(${name.trim()})`.execute(
    ctx.db,
  )
  if (taken.length > 0) throw new Invalid({ name: ['has already been taken'] })
  const { rows } = await sql<{ id: number }>`
    insert into timeline_event_tags (namespace_id, name) values (${project.id}, ${name.trim()}) returning id`
    .execute(ctx.db)
    .catch((error: unknown) => {
      throw isTaken(error, 'timeline_event_tags_by_name')
        ? new Invalid({ name: ['has already been taken'] }, { cause: error })
        : error
    })
  const tagId = rows[0]?.id ?? 0
  await ctx.events.record('timeline_event_tag.created', { tagId }, { namespaceId: project.id, topics: [] })
  return tagId
}

function problemOf(name: string): string | null {
  if (name === '') return "can't be blank"
  if (name.includes(',')) return 'must not have a comma'
  if (name.length > timelineLimits.tagCharacters)
    return `is too long (maximum is ${timelineLimits.tagCharacters} characters)`
  return null
}

/** The ids of tags by their names. @throws Unprocessable  the project has no such tag, or there are too many */
export async function tagIds(ctx: Context, projectId: number, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return []
  if (names.length > timelineLimits.tagsOfEvent)
    throw new Unprocessable(`Use at most ${timelineLimits.tagsOfEvent} tags for an event`)
  const wanted = names.map(name => name.trim().toLowerCase())
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, lower(t.name) as name from timeline_event_tags t where ${tagsOf(projectId)} and lower(t.name) = any (${wanted}::text[])`.execute(
    ctx.db,
  )
  const known = new Set(rows.map(row => row.name))
  const unknown = names.filter((_, place) => !known.has(wanted[place] ?? ''))
  if (unknown.length > 0) throw new Unprocessable(messages.noSuchTags(unknown))
  return rows.map(row => row.id)
}

/** Give an event these tags, and no others. */
export async function setTags(ctx: Context, eventId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from timeline_event_tag_links where event_id = ${eventId} and tag_id <> all (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
  await sql`insert into timeline_event_tag_links (event_id, tag_id) select ${eventId}, unnest(${[...ids]}::bigint[]) on conflict do nothing`.execute(
    ctx.db,
  )
}
