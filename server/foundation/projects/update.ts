import { groupTopic, projectTopic, topicsChanged } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { checkNaming, rename, saveShared } from '#server/foundation/namespaces/change.ts'
import { emailsEnabledOf } from '#server/foundation/namespaces/emails-enabled.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { checkBelow, checkUnrestricted } from '#server/foundation/namespaces/visibility.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { validRefName } from '#server/platform/git/refs/ref-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { setDefaultBranch } from '#server/platform/git/writing/update-refs.ts'
import { checkAgainstSource } from './fork-relation.ts'
import { type ProjectChange, projectColumns, refuseImports } from './settings.ts'

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
  const visibility = given.visibility === project.visibility ? undefined : given.visibility
  if (
    (visibility !== undefined || emailsEnabledOf(given) !== undefined) &&
    !may(ctx.actor, 'project:own', project.facts)
  )
    throw new Forbidden()
  checkNaming(project, given)
  if (visibility !== undefined) {
    checkUnrestricted(ctx.actor, await readSiteSettings(ctx.db), visibility)
    await checkParent(ctx, project, visibility)
    await checkAgainstSource(ctx, project.id, visibility)
  }

  const moved = await rename(ctx, 'project', project, given)
  if (moved !== null)
    await ctx.events.record(
      'project.moved',
      { projectId: project.id, ...moved },
      { namespaceId: project.id, topics: [projectTopic(project.id), groupTopic(project.parentId)] },
    )
  if (given.defaultBranch && given.defaultBranch !== project.defaultBranch)
    await changeDefaultBranch(ctx, project, given.defaultBranch)
  await saveShared(ctx, project.id, { ...given, visibility })
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
        ...(changesAccess(visibility, own) ? [accessTopic('namespace', project.id)] : []),
      ],
    },
  )
}

/** Whether the change affects who can see the project or its parts. */
const changesAccess = (visibility: string | undefined, own: object): boolean =>
  visibility !== undefined || Object.keys(own).some(column => column.endsWith('AccessLevel'))

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
