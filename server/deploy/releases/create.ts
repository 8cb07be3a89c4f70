import { sql } from 'kysely'
import type { createRelease as operation } from '#contract/deploy/releases.ts'
import type { InputOf } from '#contract/operation.ts'
import { load } from '#server/access/load.ts'
import { checkMove } from '#server/code/protected-refs/guard.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import { makeTag } from '#server/code/repository/refs/tags.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Conflict, Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { validRefName } from '#server/platform/git/refs/ref-name.ts'
import { findRef, type Ref } from '#server/platform/git/refs/refs.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { storeEvidence } from './evidence.ts'
import type { AdministeredProject } from './find.ts'
import { addLinks, checkLinks } from './links.ts'
import { messages } from './messages.ts'
import { milestonesFor, setMilestones } from './milestones.ts'
import { scopeOf } from './topics.ts'

type NewRelease = Omit<InputOf<typeof operation>, 'id'>

/**
 * Create a release of a tag, which is created first if it does not exist.
 *
 * @returns the id of the release
 * @throws Conflict  the tag has a release
 * @throws Unprocessable  there is no tag, and no ref to create it from
 * @throws Forbidden  the tag is protected
 * @throws Invalid  a link or milestone
 */
export async function createRelease(ctx: Context, project: AdministeredProject, given: NewRelease): Promise<number> {
  const { tagName, description = '' } = given
  // Everything that can be refused is checked before the tag is created.
  const links = checkLinks(given.assets?.links ?? [])
  const [milestoneIds = [], isThere, { html }] = await Promise.all([
    milestonesFor(ctx, project, given),
    hasRelease(ctx, project.id, tagName),
    renderText(ctx, project, description ?? ''),
  ])
  if (isThere) throw new Conflict(messages.exists)
  const tag = await tagFor(ctx, project, given)
  const releasedAt = given.releasedAt ?? ctx.now
  return transact(ctx, async inner => {
    const { rows } = await sql<{ id: number }>`
      insert into releases (project_id, tag, name, description, description_html, author_id, sha, released_at, created_at, updated_at)
      values (${project.id}, ${tagName}, ${given.name?.trim() || tagName}, ${description ?? ''}, ${html}, ${userIdOf(inner)}, ${tag.commitId},
        ${releasedAt}::timestamptz, ${inner.now}::timestamptz, ${inner.now}::timestamptz) returning id`
      .execute(inner.db)
      .catch((error: unknown) => {
        throw isTaken(error, 'releases_by_tag') ? new Conflict(messages.exists, { cause: error }) : error
      })
    const releaseId = rows[0]?.id ?? 0
    await addLinks(inner, releaseId, links)
    await setMilestones(inner, releaseId, milestoneIds)
    // Evidence of an upcoming release is collected when its moment comes.
    if (Date.parse(releasedAt) <= Date.parse(inner.now)) await storeEvidence(inner, [releaseId])
    await inner.events.record('release.created', { releaseId, tag: tagName }, scopeOf(project.id))
    return releaseId
  })
}

async function hasRelease(ctx: Context, projectId: number, tag: string): Promise<boolean> {
  const { rows } = await sql`select from releases where project_id = ${projectId} and tag = ${tag}`.execute(ctx.db)
  return rows.length > 0
}

async function tagFor(
  ctx: Context,
  project: AdministeredProject,
  { tagName, ref, tagMessage }: NewRelease,
): Promise<Ref> {
  if (!validRefName(tagName)) throw new Invalid(messages.badTag)
  const found = await findTag(ctx, project, tagName)
  if (found !== null) {
    await checkTag(ctx, project, tagName)
    return found
  }
  if (!ref) throw new Unprocessable(messages.noRef)
  const pushable = await load(ctx, 'project:push-code', projectByRef, { id: project.id })
  let refusal: Invalid | null = null
  try {
    await makeTag(ctx, pushable, { name: tagName, target: ref, message: tagMessage || undefined })
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    refusal = error
  }
  // Another request may have created the tag in the meantime; only a second release is a conflict.
  const made = await findTag(ctx, project, tagName)
  if (made === null) throw refusal ?? new NotFound('Tag')
  return made
}

async function findTag(ctx: Context, project: { readonly id: number }, tag: string): Promise<Ref | null> {
  const dir = await repositoryOf(ctx, project)
  return dir === null ? null : findRef(dir, 'tag', tag)
}

/** Releases of a protected tag are for those who may create the tag. @throws Forbidden */
export const checkTag = (ctx: Context, project: AdministeredProject, tag: string): Promise<void> =>
  checkMove(ctx, project, 'create', 'tag', tag)
