import { type WorkItemTypeWord, workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { FollowUpWish } from '#server/discuss/notes/follow-up.ts'
import { Invalid } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { createEpic } from '#server/plan/epics/create.ts'
import type { EpicPlan } from '#server/plan/epics/plan.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import type { NewIssuable } from '#server/plan/issuables/changes/prepare.ts'
import { createFollowUp } from '#server/plan/issues/create-follow-up.ts'
import { countIssue } from '#server/plan/issues/rate-limit.ts'
import { loadParent } from './hierarchy.ts'

/**
 * Create a work item of a type in a project, or an epic in a group.
 *
 * @param namespacePath  full path of the project or group
 * @param plan  the dates and color of an epic
 * @param wish  the threads that an item of a project takes over and resolves
 * @throws NotFound  no such place, or no right to create there
 * @throws Invalid  a value breaks a rule, or the type is not made
 * @source WORKITEM-012
 */
export async function createWorkItem(
  ctx: Context,
  namespacePath: string,
  type: WorkItemTypeWord,
  given: NewIssuable,
  plan: EpicPlan = {},
  wish: FollowUpWish = {},
): Promise<CreatedIssuable> {
  const place = await placeOfNew(ctx, namespacePath, type)
  if (given.parent != null) await loadParent(ctx, given.parent)
  await countIssue(ctx)
  return place.kind === 'group'
    ? createEpic(ctx, place.group, { ...given, ...plan })
    : createFollowUp(ctx, place.project, { ...given, type }, wish)
}

/** The project or group where the actor may create work items of a type. @throws  as `createWorkItem` */
export async function placeOfNew(ctx: Context, namespacePath: string, type: WorkItemTypeWord) {
  const { madeIn, name } = workItemTypes[type]
  if (madeIn === null) throw new Invalid({ workItemTypeId: [`cannot be ${name}`] })
  const ref = { id: namespacePath }
  if (madeIn === 'group') {
    const group = await load(ctx, 'group:create-epic', groupByRef, ref)
    return { kind: 'group', id: group.id, group } as const
  }
  const project = await load(ctx, 'project:create-issue', projectByRef, ref)
  return { kind: 'project', id: project.id, project } as const
}
