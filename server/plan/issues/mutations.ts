import { type Finder, load } from '#server/access/load.ts'
import type { AbilityOf, SubjectOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Malformed, NotFound, Unchanged } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/projects/find.ts'
import { builder } from '#server/graphql/builder.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { mutation } from '#server/graphql/mutation.ts'
import type { Changes, ListChange } from '#server/plan/issuables/attribute.ts'
import { changeIssuable } from '#server/plan/issuables/change.ts'
import { type IssuableRow, issueByIid } from '#server/plan/issuables/find.ts'
import { listChangeOf } from '#server/plan/issuables/list-change.ts'
import { createIssue } from './create.ts'
import { IssueType } from './graphql-filter.ts'
import { countIssue } from './limit.ts'
import { Issue, issueNode } from './node.ts'
import { updateIssue } from './update.ts'

type Fields = Parameters<Parameters<typeof mutation>[1]['input']>[0]
type PayloadFields<Value extends object> = Parameters<Parameters<typeof mutation<never, Value>>[1]['payload']>[0]

interface Ref {
  readonly projectPath: string
  readonly iid: string
}

interface IssueKey {
  readonly id: number | string
  readonly issueIid: number
}

interface Done {
  readonly issueId: number
}

const ref = (t: Fields) => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) })

const payload = (t: PayloadFields<Done>) => ({
  issue: t.field({
    type: Issue,
    resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
  }),
})

/** The issue of an input, for an ability. @throws NotFound */
function find<A extends AbilityOf<'issuable'>>(ctx: Context, ability: A, { projectPath, iid }: Ref) {
  if (!/^\d{1,15}$/.test(iid)) throw new NotFound('Issue')
  // Every ability on an issue is about the subject that this finder finds.
  const finder = issueByIid as unknown as Finder<SubjectOf<A>, IssueKey, IssuableRow>
  return load(ctx, ability, finder, { id: projectPath, issueIid: Number(iid) })
}

/** Change attributes; a value that names nothing that fits here is refused. */
async function set(ctx: Context, given: Ref, changes: Changes): Promise<Done> {
  const issue = await find(ctx, 'issuable:set-metadata', given)
  await changeIssuable(ctx, issue, changes, { isStrict: true })
  return { issueId: issue.id }
}

const labelClasses = ['Label', 'ProjectLabel', 'GroupLabel'] as const

interface LabelsGiven {
  readonly labelIds?: readonly string[] | null | undefined
  readonly addLabelIds?: readonly string[] | null | undefined
  readonly removeLabelIds?: readonly string[] | null | undefined
}

/** @throws Malformed  all at once together with what comes and goes */
function labelsOf({ labelIds, addLabelIds, removeLabelIds }: LabelsGiven): ListChange | undefined {
  const ids = (given: readonly string[] | null | undefined) => given?.map(id => readLooseId(id, labelClasses))
  return listChangeOf('labelIds', { all: ids(labelIds), add: ids(addLabelIds), remove: ids(removeLabelIds) })
}

export function issueMutations(): void {
  const OperationMode = builder.enumType('MutationOperationMode', {
    values: { REPLACE: {}, APPEND: {}, REMOVE: {} } as const,
  })
  const StateEvent = builder.enumType('IssueStateEvent', {
    values: { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } as const,
  })
  mutation('createIssue', {
    description: 'Open an issue.',
    input: t => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      description: t.string(),
      type: t.field({ type: IssueType }),
      confidential: t.boolean(),
      locked: t.boolean(),
      assigneeIds: t.field({ type: ['UserID'] }),
      labels: t.stringList(),
      labelIds: t.field({ type: ['LabelID'] }),
      milestoneId: t.field({ type: 'MilestoneID' }),
      dueDate: t.field({ type: 'ISO8601Date' }),
      weight: t.int(),
      iid: t.int(),
      createdAt: t.field({ type: 'Time' }),
    }),
    run: async (ctx, given): Promise<Done> => {
      const project = await load(ctx, 'project:create-issue', projectByRef, { id: given.projectPath })
      if (given.labels != null && given.labelIds != null) {
        throw new Malformed('Only one of [labels, labelIds] arguments is allowed at the same time.')
      }
      const labels = given.labels ?? given.labelIds
      countIssue(ctx)
      const created = await createIssue(ctx, project, {
        title: given.title,
        ...(given.description == null ? {} : { description: given.description }),
        ...(given.type == null ? {} : { type: given.type }),
        ...(given.confidential == null ? {} : { confidential: given.confidential }),
        ...(given.locked == null ? {} : { discussionLocked: given.locked }),
        ...(given.assigneeIds == null ? {} : { assignees: { replace: given.assigneeIds } }),
        ...(labels == null ? {} : { labels: { replace: labels } }),
        ...(given.milestoneId == null ? {} : { milestone: given.milestoneId }),
        ...(given.dueDate == null ? {} : { dueDate: given.dueDate }),
        ...(given.weight == null ? {} : { weight: given.weight }),
        ...(given.iid == null ? {} : { iid: given.iid }),
        ...(given.createdAt == null ? {} : { createdAt: given.createdAt }),
      })
      return { issueId: created.id }
    },
    payload,
  })
  mutation('updateIssue', {
    description: 'Change an issue: its texts, its state, what hangs on it.',
    input: t => ({
      ...ref(t),
      title: t.string(),
      description: t.string(),
      type: t.field({ type: IssueType }),
      confidential: t.boolean(),
      locked: t.boolean(),
      labelIds: t.idList(),
      addLabelIds: t.idList(),
      removeLabelIds: t.idList(),
      milestoneId: t.id(),
      dueDate: t.field({ type: 'ISO8601Date' }),
      weight: t.int(),
      stateEvent: t.field({ type: StateEvent }),
    }),
    run: async (ctx, given): Promise<Done> => {
      const issue = await find(ctx, 'issuable:update', given)
      const labels = labelsOf(given)
      const milestone =
        typeof given.milestoneId === 'string' ? readLooseId(given.milestoneId, ['Milestone']) : given.milestoneId
      const changes: Changes = {
        ...(given.title == null ? {} : { title: given.title }),
        ...(given.description === undefined ? {} : { description: given.description }),
        ...(given.type == null ? {} : { type: given.type }),
        ...(given.confidential == null ? {} : { confidential: given.confidential }),
        ...(given.locked == null ? {} : { discussionLocked: given.locked }),
        ...(labels === undefined ? {} : { labels }),
        // Null clears.
        ...(milestone === undefined ? {} : { milestone: milestone === 0 ? null : milestone }),
        ...(given.dueDate === undefined ? {} : { dueDate: given.dueDate }),
        ...(given.weight === undefined ? {} : { weight: given.weight }),
      }
      await updateIssue(ctx, issue, changes, given.stateEvent ?? null, { isStrict: true, createsLabels: false })
      return { issueId: issue.id }
    },
    payload,
  })
  mutation('issueSetAssignees', {
    description: 'Say who works on an issue.',
    input: t => ({
      ...ref(t),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { assigneeUsernames: names, operationMode, ...given }) => {
      const assignees: ListChange =
        operationMode === 'APPEND'
          ? { add: names }
          : operationMode === 'REMOVE'
            ? { remove: names }
            : { replace: names }
      return set(ctx, given, { assignees })
    },
    payload,
  })
  mutation('issueSetConfidential', {
    description: 'Hide an issue from all but its members, or show it again.',
    input: t => ({ ...ref(t), confidential: t.boolean({ required: true }) }),
    run: (ctx, { confidential, ...given }) => set(ctx, given, { confidential }),
    payload,
  })
  mutation('issueSetDueDate', {
    description: 'Set the due date; null clears it.',
    input: t => ({ ...ref(t), dueDate: t.field({ type: 'Time' }) }),
    run: (ctx, { dueDate, ...given }) => set(ctx, given, { dueDate: dueDate?.slice(0, 10) ?? null }),
    payload,
  })
  mutation('issueSetLocked', {
    description: 'Keep the discussion to members, or open it again.',
    input: t => ({ ...ref(t), locked: t.boolean({ required: true }) }),
    run: (ctx, { locked, ...given }) => set(ctx, given, { discussionLocked: locked }),
    payload,
  })
  mutation('issueSetWeight', {
    description: 'Set the weight; null clears it.',
    input: t => ({ ...ref(t), weight: t.int() }),
    run: (ctx, { weight, ...given }) => set(ctx, given, { weight: weight ?? null }),
    payload,
  })
  mutation('issueSetSubscription', {
    description: 'Choose to hear of an issue, or not to.',
    input: t => ({ ...ref(t), subscribedState: t.boolean({ required: true }) }),
    run: async (ctx, { subscribedState, ...given }): Promise<Done> => {
      const issue = await find(ctx, 'issuable:subscribe', given)
      try {
        await setSubscription(ctx, issue, subscribedState)
      } catch (error) {
        // It is so already, which is what was asked for.
        if (!(error instanceof Unchanged)) throw error
      }
      return { issueId: issue.id }
    },
    payload,
  })
}
