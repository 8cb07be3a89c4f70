import { sql } from 'kysely'
import type { ReleaseOfTagRemoval } from '#server/code/repository/refs/tag-releases.ts'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { checkTag } from './create.ts'
import { type AdministeredProject, findRelease, type ReleaseRow, releaseOf } from './find.ts'
import { linksOf } from './links.ts'
import { scopeOf } from './topics.ts'

/** Delete a release; its tag stays. @throws Forbidden  the tag is protected · @throws NotFound */
export async function deleteRelease(ctx: Context, project: AdministeredProject, tag: string): Promise<void> {
  const release = await releaseOf(ctx, project, tag)
  await checkTag(ctx, project, tag)
  // Two deletions at once are one event.
  if (!(await removeRow(ctx, project.id, release))) throw new NotFound('Release')
}

/**
 * Delete the release of a tag with it, as GitLab does. A tag that is deleted by a push keeps its release: it is often
 * pushed again, moved to another commit.
 */
export const removeWithTag: ReleaseOfTagRemoval = async (ctx, { id }, tag) => {
  const release = await findRelease(ctx, id, tag)
  if (release !== null) await transact(ctx, inner => removeRow(inner, id, release))
}

/** @returns whether it was still there */
async function removeRow(ctx: Context, projectId: number, release: ReleaseRow): Promise<boolean> {
  const links = (await linksOf(ctx, release.id)).map(({ id, name, url, linkType }) => ({ id, name, url, linkType }))
  const { numAffectedRows } = await sql`delete from releases where id = ${release.id}`.execute(ctx.db)
  if (numAffectedRows === 0n) return false
  const { tag, name, description, sha, createdAt, releasedAt } = release
  await ctx.events.record(
    'release.deleted',
    { releaseId: release.id, tag, was: { name, description, sha, createdAt, releasedAt, links } },
    scopeOf(projectId),
  )
  return true
}
