import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import type { AvatarChange } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { emailsEnabledOf } from '#server/foundation/namespaces/emails-enabled.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { moveNamespace } from '#server/foundation/namespaces/tree.ts'
import { checkAbove, checkBelow } from '#server/foundation/namespaces/visibility.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { type GroupSettings, groupColumns } from './settings.ts'

export interface GroupChange extends GroupSettings {
  readonly name?: string
  readonly path?: string
  readonly avatar?: AvatarChange
}

/**
 * Change a group's name, path and settings. A new path leaves redirects behind, for everything below it too.
 *
 * @throws Invalid
 */
export async function updateGroup(
  ctx: Context,
  group: Allowed<'group:admin', GroupRow>,
  given: GroupChange,
): Promise<void> {
  const name = given.name ?? group.name
  const path = given.path ?? group.path
  const wrong = problemsOf({
    name: name === group.name ? [] : nameProblems(name),
    path: path === group.path ? [] : pathProblems(path, group.parentId === null ? 'top' : 'inner'),
  })
  if (wrong !== null) throw new Invalid(wrong)
  const visibility = given.visibility === group.visibility ? undefined : given.visibility
  if (visibility !== undefined) {
    await checkAbove(ctx, group.id, visibility)
    const parent = await parentOf(ctx, group)
    if (parent !== null) checkBelow(parent, visibility, 'group')
  }
  const isMoved = path !== group.path
  const place = {
    namespaceId: group.id,
    topics: [groupTopic(group.id), ...(group.parentId === null ? [] : [groupTopic(group.parentId)])],
  }
  if (isMoved || name !== group.name) {
    const { fullPath } = await moveNamespace(ctx, {
      id: group.id,
      kind: 'group',
      parentId: group.parentId,
      name,
      path,
    })
    if (isMoved)
      await ctx.events.record('group.moved', { groupId: group.id, from: group.fullPath, to: fullPath }, place)
  }
  const { description } = given
  const shared = withoutUndefined({
    visibility,
    emailsEnabled: emailsEnabledOf(given),
    description: description === null ? '' : description,
    descriptionHtml:
      description === undefined ? undefined : await renderDescription(ctx.services.settings, description ?? ''),
  })
  await ctx.db
    .updateTable('namespaces')
    .set({ ...shared, updatedAt: ctx.now })
    .where('id', '=', group.id)
    .execute()
  const own = groupColumns(given)
  if (Object.keys(own).length > 0) await ctx.db.updateTable('groups').set(own).where('id', '=', group.id).execute()
  await changeAvatar(ctx, group.id, given.avatar)
  const fields = Object.keys(given).filter(field => given[field as keyof GroupChange] !== undefined)
  const access = visibility === undefined ? [] : [accessTopic('namespace', group.id)]
  await ctx.events.record(
    'group.updated',
    { groupId: group.id, fields },
    { ...place, topics: [...place.topics, ...access] },
  )
}

async function parentOf(ctx: Context, group: GroupRow) {
  if (group.parentId === null) return null
  const { rows } = await sql<{ kind: string; visibility: GroupRow['visibility'] }>`
    select kind, visibility from namespaces where id = ${group.parentId}`.execute(ctx.db)
  return rows[0] ?? null
}
