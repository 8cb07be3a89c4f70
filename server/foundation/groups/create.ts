import type { createGroup as createGroupOperation } from '#contract/foundation/groups.ts'
import { groupTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { levels } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { enroll } from '#server/foundation/members/enroll.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { emailsEnabledOf } from '#server/foundation/namespaces/emails-enabled.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { depthLimit, nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { insertNamespace, type NamespaceNode } from '#server/foundation/namespaces/tree.ts'
import { checkBelow, checkUnrestricted, unrestricted } from '#server/foundation/namespaces/visibility.ts'
import { projectCreationOf } from '#server/foundation/settings/project-creation.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { groupColumns } from './settings.ts'

type NewGroup = Omit<InputOf<typeof createGroupOperation>, 'parentId'>

/**
 * Create a group at the top or below another. Its creator owns it.
 *
 * @throws Forbidden  the actor may not make groups at the top
 * @throws Invalid  name, path or visibility are not possible here
 */
export async function createGroup(
  ctx: Context,
  parent: Allowed<'group:create-subgroup', GroupRow> | null,
  given: NewGroup,
): Promise<NamespaceNode> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Forbidden()
  if (parent === null) await checkMayCreateGroups(ctx, actor.id)
  const site = await readSiteSettings(ctx.db)
  const usual = site.defaultGroupVisibility
  const visibility: Visibility = given.visibility ?? unrestricted(ctx.actor, site, usual, parent?.visibility)
  const wrong = problemsOf({
    name: nameProblems(given.name),
    path: pathProblems(given.path, parent === null ? 'top' : 'inner'),
    base: placeProblems(parent),
  })
  if (wrong !== null) throw new Invalid(wrong)
  if (parent !== null) checkBelow({ kind: 'group', visibility: parent.visibility }, visibility, 'group')
  checkUnrestricted(ctx.actor, site, visibility)
  const description = given.description ?? ''
  const inserted = await insertNamespace(ctx, {
    kind: 'group',
    parentId: parent?.id ?? null,
    name: given.name,
    path: given.path,
    visibility,
    description,
    descriptionHtml: await renderDescription(ctx.services.settings, description),
    emailsEnabled: emailsEnabledOf(given) ?? true,
  })
  await ctx.db
    .insertInto('groups')
    .values({ id: inserted.id, projectCreationLevel: projectCreationOf(site), ...groupColumns(given) })
    .execute()
  await enroll(ctx, inserted.id, actor.id, levels.owner)
  await changeAvatar(ctx, inserted.id, given.avatar)
  const topics = [groupTopic(inserted.id), ...(parent === null ? [] : [groupTopic(parent.id)])]
  await ctx.events.record('group.created', { groupId: inserted.id }, { namespaceId: inserted.id, topics })
  return inserted
}

function placeProblems(parent: Allowed<'group:create-subgroup', GroupRow> | null): readonly string[] {
  if (parent === null) return []
  if (parent.facts.archived) return ['The parent group is archived or marked for deletion']
  return parent.ancestorIds.length >= depthLimit - 1 ? [`Groups can be nested up to ${depthLimit} levels deep`] : []
}

async function checkMayCreateGroups(ctx: Context, userId: number): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['canCreateGroup', 'isAdmin'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined || !(user.canCreateGroup || user.isAdmin)) throw new Forbidden()
}
