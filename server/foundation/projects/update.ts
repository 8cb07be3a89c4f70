import { groupTopic, projectTopic, topicsChanged } from '#contract/live-topics.ts'
import type { AvatarChange } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { emailsEnabledOf } from '#server/foundation/namespaces/emails-enabled.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { moveNamespace } from '#server/foundation/namespaces/tree.ts'
import { checkBelow } from '#server/foundation/namespaces/visibility.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { validRefName } from '#server/platform/git/ref-name.ts'
import { findRef } from '#server/platform/git/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { setDefaultBranch } from '#server/platform/git/update-refs.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { type ProjectSettings, projectColumns, refuseImports } from './settings.ts'

export interface ProjectChange extends ProjectSettings {
  readonly name?: string
  readonly path?: string
  readonly avatar?: AvatarChange
}

/**
 * Change a project's name, path and settings. A new path leaves a redirect behind.
 *
 * @throws Forbidden  visibility and mails are the owner's to change
 * @throws Invalid
 */
export async function updateProject(
  ctx: Context,
  project: Allowed<'project:admin', ProjectRow>,
  given: ProjectChange,
): Promise<void> {
  refuseImports(given)
  const name = given.name ?? project.name
  const path = given.path ?? project.path
  const emailsEnabled = emailsEnabledOf(given)
  const visibility = given.visibility === project.visibility ? undefined : given.visibility
  if ((visibility !== undefined || emailsEnabled !== undefined) && !may(ctx.actor, 'project:own', project.facts))
    throw new Forbidden()
  const wrong = problemsOf({
    name: name === project.name ? [] : nameProblems(name),
    path: path === project.path ? [] : pathProblems(path, 'inner'),
  })
  if (wrong !== null) throw new Invalid(wrong)
  if (visibility !== undefined) await checkParent(ctx, project, visibility)

  const isMoved = path !== project.path
  if (isMoved || name !== project.name) {
    const { fullPath } = await moveNamespace(ctx, {
      id: project.id,
      kind: 'project',
      parentId: project.parentId,
      name,
      path,
    })
    if (isMoved) {
      const moved = { projectId: project.id, from: project.fullPath, to: fullPath }
      await ctx.events.record('project.moved', moved, {
        namespaceId: project.id,
        topics: [projectTopic(project.id), groupTopic(project.parentId)],
      })
    }
  }
  if (given.defaultBranch && given.defaultBranch !== project.defaultBranch)
    await changeDefaultBranch(ctx, project, given.defaultBranch)
  const { description } = given
  const shared = withoutUndefined({
    visibility,
    emailsEnabled,
    description: description === null ? '' : description,
    descriptionHtml:
      description === undefined ? undefined : await renderDescription(ctx.services.settings, description ?? ''),
  })
  await ctx.db
    .updateTable('namespaces')
    .set({ ...shared, updatedAt: ctx.now })
    .where('id', '=', project.id)
    .execute()
  const own = await projectColumns(ctx, given)
  if (Object.keys(own).length > 0) await ctx.db.updateTable('projects').set(own).where('id', '=', project.id).execute()
  await changeAvatar(ctx, project.id, given.avatar)
  const fields = Object.keys(given).filter(field => given[field as keyof ProjectChange] !== undefined)
  await ctx.events.record(
    'project.updated',
    { projectId: project.id, fields },
    {
      namespaceId: project.id,
      topics: [
        projectTopic(project.id),
        ...(own.topics === undefined ? [] : [topicsChanged]),
        ...(changesAccess(shared, own) ? [accessTopic('namespace', project.id)] : []),
      ],
    },
  )
}

/** Whether the change affects who can see what. */
const changesAccess = (shared: { readonly visibility?: unknown }, own: object): boolean =>
  shared.visibility !== undefined || Object.keys(own).some(column => column.endsWith('AccessLevel'))

async function checkParent(ctx: Context, project: ProjectRow, visibility: ProjectRow['visibility']): Promise<void> {
  const parent = await ctx.db
    .selectFrom('namespaces')
    .select(['kind', 'visibility'])
    .where('id', '=', project.parentId)
    .executeTakeFirstOrThrow()
  // The column's check knows the three words.
  checkBelow(parent as { kind: string; visibility: ProjectRow['visibility'] }, visibility, 'project')
}

async function changeDefaultBranch(ctx: Context, project: ProjectRow, branch: string): Promise<void> {
  if (!validRefName(branch)) throw new Invalid({ defaultBranch: ['is not a valid branch name'] })
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  if (await repositoryExists(dir)) {
    if (project.lastPushedAt !== null && (await findRef(dir, 'branch', branch)) === null)
      throw new Invalid({
        base: [`Could not set the default branch. Do you have a branch named '${branch}' in your repository?`],
      })
    await setDefaultBranch(dir, branch)
  }
  await ctx.db.updateTable('projects').set({ defaultBranch: branch }).where('id', '=', project.id).execute()
}
