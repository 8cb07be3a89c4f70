import { groupTopic, projectTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'

/**
 * Make a project read-only, or open it again.
 *
 * @throws Invalid  it is marked for deletion; a project in an archived group cannot be opened alone
 */
export async function setArchived(
  ctx: Context,
  project: Allowed<'project:own', ProjectRow>,
  archived: boolean,
): Promise<void> {
  if (project.facts.pendingDeletion) throw new Invalid('The project is marked for deletion: restore it first')
  if (project.facts.archived === archived) return
  if (!archived) {
    const parent = await ctx.db
      .selectFrom('namespaces')
      .select('archived')
      .where('id', '=', project.parentId)
      .executeTakeFirst()
    if (parent?.archived) throw new Invalid('The group of this project is archived: unarchive the group first')
  }
  await ctx.db.updateTable('namespaces').set({ archived, updatedAt: ctx.now }).where('id', '=', project.id).execute()
  await ctx.events.record(
    archived ? 'project.archived' : 'project.unarchived',
    { projectId: project.id },
    { namespaceId: project.id, topics: [projectTopic(project.id), groupTopic(project.parentId)] },
  )
}
