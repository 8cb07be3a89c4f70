import { groupTopic, projectTopic } from '#contract/live-topics.ts'
import { visibilities } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { NamespaceRow } from '#server/foundation/namespaces/find.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { moveNamespace } from '#server/foundation/namespaces/tree.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { adopt, checkLimit, placeProblems } from './create.ts'

/**
 * Move a project to another namespace. In a group that is less visible it becomes as visible as the group.
 *
 * @throws Invalid  it is there already, the path is taken there, or its owner has as many projects as they can have
 */
export async function transferProject(
  ctx: Context,
  project: Allowed<'project:own', ProjectRow>,
  target: Allowed<'namespace:create-project', NamespaceRow>,
): Promise<void> {
  if (target.id === project.parentId) throw new Invalid('Project is already in this namespace.')
  const [problem] = placeProblems(target)
  if (problem !== undefined) throw new Invalid(problem)
  await checkLimit(ctx, target)
  const { fullPath } = await moveNamespace(ctx, { ...project, kind: 'project', parentId: target.id })
  if (target.kind === 'group' && visibilities.indexOf(project.visibility) > visibilities.indexOf(target.visibility)) {
    await ctx.db.updateTable('namespaces').set({ visibility: target.visibility }).where('id', '=', project.id).execute()
  }
  if (target.kind === 'user' && target.ownerId !== null) await adopt(ctx, project.id, target.ownerId)
  await ctx.events.record(
    'project.moved',
    { projectId: project.id, from: project.fullPath, to: fullPath },
    {
      namespaceId: project.id,
      topics: [
        projectTopic(project.id),
        groupTopic(project.parentId),
        groupTopic(target.id),
        accessTopic('namespace', project.id),
      ],
    },
  )
}
