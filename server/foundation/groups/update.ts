import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { checkNaming, rename, saveShared } from '#server/foundation/namespaces/change.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { checkAbove, checkBelow, checkUnrestricted } from '#server/foundation/namespaces/visibility.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { changeAvatar } from '#server/foundation/uploads/avatar.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { type GroupChange, groupColumns } from './settings.ts'

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
  checkNaming(group, given)
  const visibility = given.visibility === group.visibility ? undefined : given.visibility
  if (visibility !== undefined) {
    checkUnrestricted(ctx.actor, await readSiteSettings(ctx.db), visibility)
    await checkAbove(ctx, group.id, visibility)
    const parent = await parentOf(ctx, group)
    if (parent !== null) checkBelow(parent, visibility, 'group')
  }
  const place = {
    namespaceId: group.id,
    topics: [groupTopic(group.id), ...(group.parentId === null ? [] : [groupTopic(group.parentId)])],
  }
  const moved = await rename(ctx, 'group', group, given)
  if (moved !== null) await ctx.events.record('group.moved', { groupId: group.id, ...moved }, place)
  await saveShared(ctx, group.id, { ...given, visibility })
  if (given.crmEnabled === true && group.parentId !== null)
    throw new Invalid({ crmEnabled: ['can only be turned on in a top-level group'] })
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
