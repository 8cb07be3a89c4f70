import { sql } from 'kysely'
import { may } from '#server/access/may.ts'
import type { ReleasesOfTags } from '#server/code/repository/refs/tag-releases.ts'

/** The releases of tags, for those who may see releases. */
export const releasesOfTags: ReleasesOfTags = async (ctx, project, tags) => {
  if (tags.length === 0 || !may(ctx.actor, 'project:read-releases', project.facts)) return []
  const { rows } = await sql<{ tagName: string; description: string }>`
    select tag as tag_name, description from releases
    where project_id = ${project.id} and tag = any (${[...tags]}::text[])`.execute(ctx.db)
  return rows
}
