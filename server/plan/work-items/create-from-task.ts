import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import type { WorkItemTypeWord } from '#contract/plan/work-items/work-item-types.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { changeIssuable, concurrentEdit } from '#server/plan/issuables/changes/change.ts'
import { lockDescription } from '#server/plan/issuables/changes/edit-tasks.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { rewordTask } from '#server/platform/markdown/task-edits.ts'
import { createWorkItem } from './create.ts'

interface TaskToConvert {
  readonly title: string
  readonly type: WorkItemTypeWord
  /** 1-based, of the item in the description. */
  readonly lineNumberStart: number
  readonly lineNumberEnd: number
  /** The version of the description in which the line has that number. */
  readonly lockVersion: number
}

/**
 * Make a work item of an item of a task list, in the project of the issue and as its child where the types allow it. The text of the
 * item becomes a reference to the work item; both are there, or neither is.
 *
 * @throws Forbidden  the site has no work items
 * @throws Conflict  the description changed since `lockVersion`
 * @throws Invalid  the line has no item, or a value breaks a rule
 * @source TASK-012, PERM-016; product-rules.md 4.2
 */
export async function createFromTask(
  ctx: Context,
  issue: Allowed<'issuable:update', IssuableRow>,
  { title, type, lineNumberStart, lineNumberEnd, lockVersion }: TaskToConvert,
): Promise<CreatedIssuable> {
  if (!(await readSiteSettings(ctx.db)).workItemsEnabled) throw new Forbidden()
  if (issue.type === 'epic') throw new Invalid('Checklist items in an epic cannot be converted.')
  if (lineNumberEnd < lineNumberStart) throw new Invalid({ lineNumberEnd: ['must not be before the first line'] })
  const isChild = parentTypesOf(type).includes(issue.type) && may(ctx.actor, 'issuable:link', issue.facts)
  // The item is created before the issue is locked: the order of `transact`.
  const created = await createWorkItem(ctx, issue.namespacePath, type, {
    title,
    confidential: issue.confidential,
    ...(isChild ? { parent: issue.id } : {}),
  })
  const text = await rewordTask(await lockDescription(ctx, issue.id), lineNumberStart, `#${created.iid}+`)
  // The version decides first whether the line is the right one.
  if (text === null && issue.lockVersion === lockVersion)
    throw new Invalid({ lineNumberStart: ['is not a checklist item'] })
  if (text === null) throw new Conflict(concurrentEdit(issue.type))
  await changeIssuable(ctx, issue, { description: text }, { lockVersion })
  return created
}
