import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { builder } from '#server/graphql/builder.ts'
import { readNumericGid } from '#server/graphql/ids.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { listChangeOf } from '#server/plan/issuables/changes/list-change.ts'
import { reorderChild } from '#server/plan/issuables/children.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
import { addChild, addIssue } from './children.ts'
import { createEpic } from './create.ts'
import { EpicIssue, epicIssueNode } from './fields/hierarchy.ts'
import { epicById, epicByIid } from './find.ts'
import { Epic, epicNode } from './node.ts'
import type { EpicPlan } from './plan.ts'
import { groupToPromoteTo, promoteIssue } from './promote.ts'
import { updateEpic } from './update.ts'

interface EpicPayload {
  readonly epicId: number
}

interface DoneWithIssue extends EpicPayload {
  readonly issueId: number
}

const payload = (t: PayloadFields<EpicPayload>) => ({
  epic: t.field({
    type: Epic,
    resolve: ({ epicId }, _args, context) => (epicId === undefined ? null : epicNode(context, epicId)),
  }),
})

const ref = (t: InputFields) => ({ groupPath: t.id({ required: true }), iid: t.id({ required: true }) })

function keyOf({ groupPath, iid }: { readonly groupPath: string; readonly iid: string }) {
  if (!/^\d{1,15}$/.test(iid)) throw new NotFound('Epic')
  return { id: groupPath, epicIid: Number(iid) }
}

const planFields = (t: InputFields) => ({
  title: t.string(),
  description: t.string(),
  confidential: t.boolean(),
  color: t.field({ type: 'Color' }),
  startDateFixed: t.string(),
  startDateIsFixed: t.boolean(),
  dueDateFixed: t.string(),
  dueDateIsFixed: t.boolean(),
  addLabelIds: t.idList(),
  removeLabelIds: t.idList(),
  addLabels: t.stringList(),
})

interface EpicInput {
  readonly title?: Maybe<string>
  readonly description?: Maybe<string>
  readonly confidential?: Maybe<boolean>
  readonly color?: Maybe<string>
  readonly startDateFixed?: Maybe<string>
  readonly startDateIsFixed?: Maybe<boolean>
  readonly dueDateFixed?: Maybe<string>
  readonly dueDateIsFixed?: Maybe<boolean>
  readonly addLabelIds?: Maybe<readonly string[]>
  readonly removeLabelIds?: Maybe<readonly string[]>
  readonly addLabels?: Maybe<readonly string[]>
  readonly removeLabels?: Maybe<readonly string[]>
}

const labelClasses = ['Label', 'ProjectLabel', 'GroupLabel']
const labelId = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : readNumericGid(id, labelClasses).id)

function attributesOf(given: EpicInput): Changes {
  const { title, description, confidential, addLabelIds, removeLabelIds, addLabels, removeLabels } = given
  const labels = listChangeOf('labelIds', {
    add: [...(addLabelIds ?? []).map(labelId), ...(addLabels ?? [])],
    remove: [...(removeLabelIds ?? []).map(labelId), ...(removeLabels ?? [])],
  })
  return {
    ...(title == null ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(confidential == null ? {} : { confidential }),
    ...(labels === undefined ? {} : { labels }),
  }
}

const day = (name: string, value: Maybe<string>): string | null | undefined => {
  if (value == null || value === '') return value === undefined ? undefined : null
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(Date.parse(value.slice(0, 10))))
    throw new Malformed(`${name} is invalid`)
  return value.slice(0, 10)
}

const planOf = ({ color, startDateFixed, startDateIsFixed, dueDateFixed, dueDateIsFixed }: EpicInput): EpicPlan => ({
  color: color ?? undefined,
  startDateFixed: day('startDateFixed', startDateFixed),
  startDateIsFixed: startDateIsFixed ?? undefined,
  dueDateFixed: day('dueDateFixed', dueDateFixed),
  dueDateIsFixed: dueDateIsFixed ?? undefined,
})

const withIssue = (t: PayloadFields<DoneWithIssue>) => ({
  epic: t.field({
    type: Epic,
    resolve: ({ epicId }, _args, context) => (epicId === undefined ? null : epicNode(context, epicId)),
  }),
  epicIssue: t.field({
    type: EpicIssue,
    resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : epicIssueNode(context, issueId)),
  }),
})

const issueKey = ({ projectPath, iid }: { readonly projectPath: string; readonly iid: string }) => {
  if (!/^\d{1,15}$/.test(iid)) throw new NotFound('Issue')
  return { id: projectPath, issueIid: Number(iid) }
}

/** @source graphql.md 9.2, 9.3 */
export function epicMutations(): void {
  const StateEvent = builder.enumType('EpicStateEvent', {
    values: { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } as const,
  })
  mutation('createEpic', {
    description: 'Create an epic.',
    input: t => ({ groupPath: t.id({ required: true }), ...planFields(t) }),
    run: async (ctx, { groupPath, ...given }): Promise<EpicPayload> => {
      const group = await load(ctx, 'group:create-epic', groupByRef, { id: groupPath })
      const { title = '', ...attributes } = attributesOf(given)
      const { id } = await createEpic(ctx, group, { ...attributes, ...planOf(given), title })
      return { epicId: id }
    },
    payload,
  })
  mutation('updateEpic', {
    description: 'Update an epic.',
    input: t => ({
      ...ref(t),
      ...planFields(t),
      removeLabels: t.stringList(),
      stateEvent: t.field({ type: StateEvent }),
    }),
    run: async (ctx, given): Promise<EpicPayload> => {
      const epic = await load(ctx, 'issuable:update', epicByIid, keyOf(given))
      await updateEpic(
        ctx,
        epic,
        { attributes: attributesOf(given), plan: planOf(given), stateEvent: given.stateEvent ?? undefined },
        { isStrict: true, createsLabels: false },
      )
      return { epicId: epic.id }
    },
    payload,
  })
  mutation('epicSetSubscription', {
    description: 'Set the subscription to an epic.',
    input: t => ({ ...ref(t), subscribedState: t.boolean({ required: true }) }),
    run: async (ctx, { subscribedState, ...given }): Promise<EpicPayload> => {
      const epic = await load(ctx, 'issuable:subscribe', epicByIid, keyOf(given))
      await setSubscription(ctx, epic, subscribedState)
      return { epicId: epic.id }
    },
    payload,
  })
  mutation('epicAddIssue', {
    description: 'Add an issue to an epic. It leaves the epic that it was in.',
    input: t => ({ ...ref(t), issueIid: t.string({ required: true }), projectPath: t.id({ required: true }) }),
    run: async (ctx, { issueIid, projectPath, ...given }): Promise<DoneWithIssue> => {
      const epic = await load(ctx, 'issuable:read', epicByIid, keyOf(given))
      const issue = await load(ctx, 'issuable:read', issueByIid, issueKey({ projectPath, iid: issueIid }))
      await addIssue(ctx, epic, issue.id)
      return { epicId: epic.id, issueId: issue.id }
    },
    payload: withIssue,
  })
  mutation('promoteToEpic', {
    description: "Promote an issue to an epic in its project's group or in another group. The issue is closed.",
    input: t => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }), groupPath: t.id() }),
    run: async (ctx, { groupPath, ...given }): Promise<DoneWithIssue> => {
      const issue = await load(ctx, 'issuable:promote', issueByIid, issueKey(given))
      const { id } = await promoteIssue(ctx, issue, await groupToPromoteTo(ctx, issue, groupPath ?? null))
      return { epicId: id, issueId: issue.id }
    },
    payload: t => ({
      ...payload(t),
      issue: t.field({
        type: Issue,
        resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
      }),
    }),
  })
  mutation('issueSetEpic', {
    description: 'Set or clear (null) the epic of an issue.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      epicId: t.field({ type: 'EpicID' }),
    }),
    run: async (ctx, { epicId, ...given }): Promise<{ readonly issueId: number }> => {
      const issue = await load(ctx, 'issuable:update', issueByIid, issueKey(given))
      await changeIssuable(ctx, issue, { parent: epicId ?? null }, { isStrict: true })
      return { issueId: issue.id }
    },
    payload: t => ({
      issue: t.field({
        type: Issue,
        resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
      }),
    }),
  })
  const Position = builder.enumType('MoveType', {
    values: { before: { value: 'before' }, after: { value: 'after' } } as const,
  })
  const Moved = builder.inputType('EpicTreeNodeFieldsInputType', {
    description: 'An issue or child epic, and where it goes.',
    fields: t => ({
      id: t.field({ type: 'EpicTreeSortingID', required: true }),
      adjacentReferenceId: t.field({ type: 'EpicTreeSortingID' }),
      relativePosition: t.field({ type: Position }),
      newParentId: t.field({ type: 'EpicID' }),
    }),
  })
  mutation('epicTreeReorder', {
    description: 'Move an issue or child epic within an epic, or into another one.',
    input: t => ({
      baseEpicId: t.field({ type: 'EpicID', required: true }),
      moved: t.field({ type: Moved, required: true }),
    }),
    run: async (ctx, { baseEpicId, moved }): Promise<object> => {
      await moveInTree(ctx, moved.newParentId ?? baseEpicId, moved)
      return {}
    },
    payload: () => ({}),
  })
}

interface TreeRef {
  readonly class: string
  readonly id: number
}

interface MovedNode {
  readonly id: TreeRef
  readonly adjacentReferenceId?: Maybe<TreeRef>
  readonly relativePosition?: Maybe<'before' | 'after'>
  readonly newParentId?: Maybe<number>
}

async function moveInTree(ctx: Context, parentId: number, moved: MovedNode): Promise<void> {
  const kind = moved.id.class === 'Epic' ? 'epic' : 'issue'
  if (moved.newParentId != null) {
    const parent = await load(ctx, 'issuable:read', epicById, { id: parentId })
    await (kind === 'epic' ? addChild : addIssue)(ctx, parent, moved.id.id)
  }
  const { adjacentReferenceId: neighbour, relativePosition } = moved
  if (neighbour == null) return
  const parent = await load(ctx, 'issuable:set-metadata', epicById, { id: parentId })
  const key = relativePosition === 'before' ? 'moveAfterId' : 'moveBeforeId'
  await reorderChild(ctx, parent, kind, moved.id.id, { [key]: neighbour.id })
}
