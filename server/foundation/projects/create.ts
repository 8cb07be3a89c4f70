import { sql } from 'kysely'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import type { createProject as createProjectOperation } from '#contract/foundation/projects.ts'
import { groupTopic, projectTopic, topicsChanged } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { levels } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { enroll } from '#server/foundation/members/enroll.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { emailsEnabledOf } from '#server/foundation/namespaces/emails-enabled.ts'
import type { NamespaceRow } from '#server/foundation/namespaces/find.ts'
import { depthLimit, nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { insertNamespace, type NamespaceNode } from '#server/foundation/namespaces/tree.ts'
import { checkBelow, checkUnrestricted, unrestricted } from '#server/foundation/namespaces/visibility.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { validRefName } from '#server/platform/git/refs/ref-name.ts'
import { refuseOlderRepository, writeReadme } from './repository.ts'
import { projectColumns, refuseImports } from './settings.ts'

type NewProject = Omit<InputOf<typeof createProjectOperation>, 'namespaceId'>

/**
 * Make a project in a group or a user's own namespace. Its repository is made on disk at the first use.
 *
 * @throws Invalid  name, path, visibility or default branch are not possible here
 */
export async function createProject(
  ctx: Context,
  parent: Allowed<'namespace:create-project', NamespaceRow>,
  given: NewProject,
): Promise<NamespaceNode> {
  refuseImports(given)
  const name = given.name ?? given.path ?? ''
  const path = given.path ?? pathFrom(name)
  const site = await readSiteSettings(ctx.db)
  const visibility: Visibility =
    given.visibility ?? unrestricted(ctx.actor, site, site.defaultProjectVisibility, parent.visibility)
  const defaultBranch = given.defaultBranch || site.defaultBranchName
  const wrong = problemsOf({
    name: nameProblems(name),
    path: pathProblems(path, 'inner'),
    defaultBranch: validRefName(defaultBranch) ? [] : ['is not a valid branch name'],
    base: placeProblems(parent),
  })
  if (wrong !== null) throw new Invalid(wrong)
  checkBelow(parent, visibility, 'project')
  checkUnrestricted(ctx.actor, site, visibility)
  await checkLimit(ctx, parent)
  const description = given.description ?? ''
  const inserted = await insertNamespace(ctx, {
    kind: 'project',
    parentId: parent.id,
    name,
    path,
    visibility,
    description,
    descriptionHtml: await renderDescription(ctx.services.settings, description),
    emailsEnabled: emailsEnabledOf(given) ?? true,
  })
  await ctx.db
    .insertInto('projects')
    .values({
      id: inserted.id,
      defaultBranch,
      lastActivityAt: ctx.now,
      ...(await projectColumns(ctx, given)),
    })
    .execute()
  await refuseOlderRepository(ctx, inserted.id)
  await enrollCreator(ctx, parent, inserted.id)
  await changeAvatar(ctx, inserted.id, given.avatar)
  if (given.initializeWithReadme === true) await writeReadme(ctx, { id: inserted.id, name, description, defaultBranch })
  await ctx.events.record(
    'project.created',
    { projectId: inserted.id },
    { namespaceId: inserted.id, topics: [projectTopic(inserted.id), groupTopic(parent.id), topicsChanged] },
  )
  return inserted
}

/** The reasons for which a namespace cannot get new children. */
export function placeProblems(parent: NamespaceRow): readonly string[] {
  if (parent.inactive) return ['The namespace is archived or marked for deletion']
  return parent.ancestorIds.length >= depthLimit ? [`Groups can be nested up to ${depthLimit} levels deep`] : []
}

/**
 * In a group the creator becomes maintainer, unless they inherit a higher role; elsewhere the namespace's owner is the
 * owner.
 */
async function enrollCreator(
  ctx: Context,
  parent: NamespaceRow & { readonly facts: { readonly level: number } },
  projectId: number,
) {
  if (parent.kind === 'user') {
    if (parent.ownerId !== null) await adopt(ctx, projectId, parent.ownerId)
    return
  }
  if (ctx.actor.kind === 'user')
    await enroll(ctx, projectId, ctx.actor.id, parent.facts.level === 0 ? levels.owner : levels.maintainer)
}

/** The owner of a personal project is in its member list too. */
export async function adopt(ctx: Context, projectId: number, ownerId: number): Promise<void> {
  await ctx.db
    .insertInto('members')
    .values({ namespaceId: projectId, userId: ownerId, accessLevel: levels.owner, createdAt: ctx.now })
    .onConflict(conflict =>
      conflict.columns(['userId', 'namespaceId']).doUpdateSet({ accessLevel: levels.owner, expiresAt: null }),
    )
    .execute()
}

/** Check the limit of projects in a person's own namespace. The bot of an access token has none. @throws Invalid */
export async function checkLimit(ctx: Context, parent: NamespaceRow): Promise<void> {
  if (parent.kind !== 'user') return
  const { rows } = await sql<{ limit: number; isReached: boolean }>`
    select u.projects_limit as limit,
      (select count(*) from namespaces n where n.parent_id = ${parent.id} and n.kind = 'project') >= u.projects_limit as is_reached
    from users u where u.id = ${parent.ownerId}`.execute(ctx.db)
  const found = rows[0]
  if (found?.isReached) throw new Invalid({ limitReached: [`You have reached your limit of ${found.limit} projects`] })
}
