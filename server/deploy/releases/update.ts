import { type RawBuilder, sql } from 'kysely'
import type { updateRelease as operation } from '#contract/deploy/releases.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { noneGiven } from '#server/errors.ts'
import type { Current } from '#server/slice.ts'
import { checkTag } from './create.ts'
import { type AdministeredProject, type ReleaseRow, releaseOf } from './find.ts'
import { replaceLinks } from './links.ts'
import { milestonesFor, setMilestones } from './milestones.ts'
import { scopeOf } from './topics.ts'

type Changes = Omit<InputOf<typeof operation>, 'id' | 'expected'>

/**
 * Change a release.
 *
 * @throws Malformed  no field is given
 * @throws Forbidden  its tag is protected
 * @throws Invalid  a link or milestone
 */
export async function updateRelease(ctx: Context, project: AdministeredProject, changes: Changes): Promise<ReleaseRow> {
  const { tagName, name, description, releasedAt, assets } = changes
  const release = await releaseOf(ctx, project, tagName)
  await checkTag(ctx, project, tagName)
  const isNamed = [name, description, releasedAt, assets, changes.milestones, changes.milestoneIds].some(
    each => each !== undefined,
  )
  if (!isNamed) throw noneGiven('name', 'description', 'milestones', 'released_at')
  const milestoneIds = await milestonesFor(ctx, project, changes)
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${ctx.now}::timestamptz`]
  if (name !== undefined) sets.push(sql`name = ${name?.trim() || release.tag}`)
  if (releasedAt !== undefined) sets.push(sql`released_at = ${releasedAt}::timestamptz`)
  if (description !== undefined) {
    const { html } = await renderText(ctx, project, description ?? '')
    sets.push(sql`description = ${description ?? ''}, description_html = ${html}`)
  }
  await sql`update releases set ${sql.join(sets)} where id = ${release.id}`.execute(ctx.db)
  if (milestoneIds !== undefined) await setMilestones(ctx, release.id, milestoneIds)
  if (assets !== undefined) await replaceLinks(ctx, release.id, assets.links)
  await recordUpdate(ctx, project, release)
  return release
}

/** Record that a release, or one of its links, changed. */
export const recordUpdate = (ctx: Context, project: { readonly id: number }, { id, tag }: ReleaseRow): Promise<void> =>
  ctx.events.record('release.updated', { releaseId: id, tag }, scopeOf(project.id))

/** The release as it is, held until the transaction ends. */
export async function currentRelease(
  ctx: Context,
  project: AdministeredProject,
  { tagName }: Pick<Changes, 'tagName'>,
): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select r.name, r.description, iso(r.released_at) as released_at,
      array(select k.milestone_id from release_milestones k where k.release_id = r.id) as milestone_ids
    from releases r where r.project_id = ${project.id} and r.tag = ${tagName} for no key update of r`.execute(ctx.db)
  return rows[0]
}
