import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { checkTag } from './create.ts'
import { type AdministeredProject, releaseOf } from './find.ts'
import { linksOf } from './links.ts'
import { scopeOf } from './topics.ts'

/** Delete a release; its tag stays. @throws Forbidden  the tag is protected · @throws NotFound */
export async function deleteRelease(ctx: Context, project: AdministeredProject, tag: string): Promise<void> {
  const release = await releaseOf(ctx, project, tag)
  await checkTag(ctx, project, tag)
  const links = (await linksOf(ctx, release.id)).map(({ id, name, url, linkType }) => ({ id, name, url, linkType }))
  const { numAffectedRows } = await sql`delete from releases where id = ${release.id}`.execute(ctx.db)
  // Two deletions at once are one event.
  if (numAffectedRows === 0n) throw new NotFound('Release')
  const { name, description, sha, createdAt, releasedAt } = release
  await ctx.events.record(
    'release.deleted',
    { releaseId: release.id, tag, was: { name, description, sha, createdAt, releasedAt, links } },
    scopeOf(project.id),
  )
}
