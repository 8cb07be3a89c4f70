import { type Finder, load } from '#server/access/load.ts'
import type { AbilityOf, SubjectOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { findIteration } from '#server/plan/issuables/attributes/iteration.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { changeBy, OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { type IssuableRow, issueById, issueByIid } from '#server/plan/issuables/find.ts'
import { readEstimate, setEstimate } from '#server/plan/time-tracking/track.ts'
import { createFollowUp } from '../create-follow-up.ts'
import { moveIssue } from '../move/move.ts'
import { loadTarget } from '../move/target.ts'
import { countIssue } from '../rate-limit.ts'
import { reorderIssue } from '../reorder.ts'
import { updateIssue } from '../update.ts'
import { inputFields, setters } from './graphql-attributes.ts'

interface IssueRef {
  readonly projectPath: string
  readonly iid: string
}

interface IssueKey {
  readonly id: number | string
  readonly issueIid: number
}

interface IssuePayload {
  readonly issueId: number
}

const ref = (t: InputFields) => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) })

const payload = (t: PayloadFields<IssuePayload>) => ({
  issue: t.field({
    type: Issue,
    resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
  }),
})

/** The issue of an input, for an ability. @throws NotFound */
function find<A extends AbilityOf<'issuable'>>(ctx: Context, ability: A, { projectPath, iid }: IssueRef) {
  if (!/^\d{1,15}$/.test(iid)) throw new NotFound('Issue')
  // Every ability on an issue is about the subject that this finder finds.
  const finder = issueByIid as unknown as Finder<SubjectOf<A>, IssueKey, IssuableRow>
  return load(ctx, ability, finder, { id: projectPath, issueIid: Number(iid) })
}

/** Change attributes; a value that names nothing that fits here is refused. */
async function set(ctx: Context, given: IssueRef, changes: Changes): Promise<IssuePayload> {
  const issue = await find(ctx, 'issuable:set-metadata', given)
  await changeIssuable(ctx, issue, changes, { isStrict: true })
  return { issueId: issue.id }
}

interface WantedIteration {
  readonly iterationId?: number | null | undefined
  readonly iterationWildcardId?: 'current' | null | undefined
  readonly iterationCadenceId?: number | null | undefined
}

/**
 * The current iteration as a change, if it is requested.
 *
 * @throws Invalid  there is none, several cadences have one, or another iteration is given as well
 */
async function currentIteration(
  ctx: Context,
  { ancestorIds }: { readonly ancestorIds: readonly number[] },
  { iterationId, iterationWildcardId, iterationCadenceId }: WantedIteration,
): Promise<Changes> {
  if (iterationWildcardId == null) {
    if (iterationCadenceId != null) throw new Invalid('iterationCadenceId can only be given with iterationWildcardId')
    return {}
  }
  if (iterationId != null) throw new Invalid('Specify either iterationId or iterationWildcardId.')
  const found = await findIteration(ctx, ancestorIds, {
    turn: iterationWildcardId,
    cadenceId: iterationCadenceId ?? undefined,
  })
  if (found === null)
    throw new Invalid(
      iterationCadenceId == null
        ? 'Specify iterationCadenceId, because there is not exactly one cadence with a current iteration.'
        : 'The cadence has no current iteration',
    )
  return { iteration: found.id }
}

export function issueMutations(): void {
  const IterationWildcard = builder.enumType('IssueCreationIterationWildcardId', {
    values: { CURRENT: { value: 'current' } } as const,
  })
  const StateEvent = builder.enumType('IssueStateEvent', {
    values: { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } as const,
  })
  mutation('createIssue', {
    description: 'Create an issue.',
    input: t => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      ...inputFields(t, 'createIssue'),
      iid: t.int(),
      createdAt: t.field({ type: 'Time' }),
      discussionToResolve: t.string(),
      mergeRequestToResolveDiscussionsOf: t.field({ type: 'MergeRequestID' }),
      iterationWildcardId: t.field({ type: IterationWildcard }),
      iterationCadenceId: t.field({ type: 'IterationsCadenceID' }),
      moveAfterId: t.field({ type: 'IssueID' }),
      moveBeforeId: t.field({ type: 'IssueID' }),
    }),
    run: async (ctx, given): Promise<IssuePayload> => {
      const project = await load(ctx, 'project:create-issue', projectByRef, { id: given.projectPath })
      const changes = { ...changesOf('createIssue', given), ...(await currentIteration(ctx, project, given)) }
      countIssue(ctx)
      const created = await createFollowUp(
        ctx,
        project,
        {
          ...changes,
          title: given.title,
          ...(given.iid == null ? {} : { iid: given.iid }),
          ...(given.createdAt == null ? {} : { createdAt: given.createdAt }),
        },
        {
          discussionToResolve: given.discussionToResolve ?? undefined,
          noteableId: given.mergeRequestToResolveDiscussionsOf ?? undefined,
        },
      )
      const neighbours = { moveAfterId: given.moveAfterId ?? undefined, moveBeforeId: given.moveBeforeId ?? undefined }
      if (neighbours.moveAfterId !== undefined || neighbours.moveBeforeId !== undefined)
        await reorderIssue(
          ctx,
          await load(ctx, 'issuable:set-metadata', issueById, { issueId: created.id }),
          neighbours,
        )
      return { issueId: created.id }
    },
    payload,
  })
  mutation('updateIssue', {
    description: 'Update an issue.',
    input: t => ({
      ...ref(t),
      ...inputFields(t, 'updateIssue'),
      stateEvent: t.field({ type: StateEvent }),
      timeEstimate: t.string(),
    }),
    run: async (ctx, given): Promise<IssuePayload> => {
      const issue = await find(ctx, 'issuable:update', given)
      const changes = changesOf('updateIssue', given)
      await updateIssue(ctx, issue, changes, given.stateEvent ?? null, { isStrict: true, createsLabels: false })
      if (given.timeEstimate != null)
        await setEstimate(ctx, await find(ctx, 'issuable:set-metadata', given), readEstimate(given.timeEstimate))
      return { issueId: issue.id }
    },
    payload,
  })
  mutation('issueSetAssignees', {
    description: 'Set the assignees of an issue.',
    input: t => ({
      ...ref(t),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { assigneeUsernames, operationMode, ...given }) =>
      set(ctx, given, { assignees: changeBy(operationMode, assigneeUsernames) }),
    payload,
  })
  mutation('issueSetCrmContacts', {
    description: 'Set the contacts of an issue.',
    input: t => ({
      ...ref(t),
      contactIds: t.field({ type: ['CustomerRelationsContactID'], required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { contactIds, operationMode, ...given }) =>
      set(ctx, given, { contacts: changeBy(operationMode, contactIds) }),
    payload,
  })
  for (const { mutation: name, description, field, read } of setters) {
    mutation(name, {
      description,
      input: t => ({ ...ref(t), ...field(t) }),
      run: (ctx, given) => set(ctx, given, read(given)),
      payload,
    })
  }
  mutation('issueSetIteration', {
    description: 'Set or clear (null) the iteration.',
    input: t => ({ ...ref(t), iterationId: t.field({ type: 'IterationID' }) }),
    run: (ctx, { iterationId, ...given }) => set(ctx, given, { iteration: iterationId ?? null }),
    payload,
  })
  mutation('issueSetEscalationPolicy', {
    description: 'Set or clear (null) the escalation policy of an incident. Setting one starts its escalation.',
    input: t => ({ ...ref(t), escalationPolicyId: t.field({ type: 'IncidentManagementEscalationPolicyID' }) }),
    run: (ctx, { escalationPolicyId, ...given }) => set(ctx, given, { escalationPolicy: escalationPolicyId ?? null }),
    payload,
  })
  mutation('issueMove', {
    description: 'Move an issue to another project.',
    input: t => ({ ...ref(t), targetProjectPath: t.id({ required: true }) }),
    run: async (ctx, { targetProjectPath, ...given }): Promise<IssuePayload> => {
      const issue = await find(ctx, 'issuable:move', given)
      countIssue(ctx)
      const target = await loadTarget(ctx, 'move', issue.type, targetProjectPath)
      return { issueId: (await moveIssue(ctx, issue, target)).id }
    },
    payload,
  })
  mutation('issueSetSubscription', {
    description: 'Set the subscription to an issue.',
    input: t => ({ ...ref(t), subscribedState: t.boolean({ required: true }) }),
    run: async (ctx, { subscribedState, ...given }): Promise<IssuePayload> => {
      const issue = await find(ctx, 'issuable:subscribe', given)
      await setSubscription(ctx, issue, subscribedState)
      return { issueId: issue.id }
    },
    payload,
  })
}
