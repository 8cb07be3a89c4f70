import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { findIteration } from '#server/plan/issuables/attributes/iteration.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { type IssuablePayload, issuableMutations } from '#server/plan/issuables/fields/issuable-mutations.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { changeBy, OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { issueById, issueByIid } from '#server/plan/issuables/find.ts'
import { readEstimate, setEstimate } from '#server/plan/time-tracking/track.ts'
import { createFollowUp } from '../create-follow-up.ts'
import { moveIssue } from '../move/move.ts'
import { loadTarget } from '../move/target.ts'
import { countIssue } from '../rate-limit.ts'
import { reorderIssue } from '../reorder.ts'
import { updateIssue } from '../update.ts'
import { inputFields, setters } from './graphql-attributes.ts'

const payload = (t: PayloadFields<IssuablePayload>) => ({
  issue: t.field({
    type: Issue,
    resolve: ({ id }, _args, context) => (id === undefined ? null : issueNode(context, id)),
  }),
})

const { change, set, setForAll, find } = issuableMutations({
  prefix: 'issue',
  aNoun: 'an issue',
  finder: issueByIid,
  key: (projectPath, iid) => ({ id: projectPath, issueIid: iid }),
  payload,
})

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
    run: async (ctx, given): Promise<IssuablePayload> => {
      const project = await load(ctx, 'project:create-issue', projectByRef, { id: given.projectPath })
      const changes = { ...changesOf('createIssue', given), ...(await currentIteration(ctx, project, given)) }
      await countIssue(ctx)
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
      return { id: created.id }
    },
    payload,
  })
  change('updateIssue', {
    description: 'Update an issue.',
    ability: 'issuable:update',
    input: t => ({
      ...inputFields(t, 'updateIssue'),
      stateEvent: t.field({ type: StateEvent }),
      timeEstimate: t.string(),
    }),
    run: async (ctx, issue, given) => {
      const changes = changesOf('updateIssue', given)
      await updateIssue(ctx, issue, changes, given.stateEvent ?? null, { isStrict: true, createsLabels: false })
      if (given.timeEstimate != null)
        await setEstimate(ctx, await find(ctx, 'issuable:set-metadata', given), readEstimate(given.timeEstimate))
    },
  })
  setForAll()
  set('issueSetCrmContacts', {
    description: 'Set the contacts of an issue.',
    input: t => ({
      contactIds: t.field({ type: ['CustomerRelationsContactID'], required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    changes: ({ contactIds, operationMode }) => ({ contacts: changeBy(operationMode, contactIds) }),
  })
  for (const { mutation: name, description, field, read } of setters)
    set(name, { description, input: field, changes: read })
  set('issueSetIteration', {
    description: 'Set or clear (null) the iteration.',
    input: t => ({ iterationId: t.field({ type: 'IterationID' }) }),
    changes: ({ iterationId }) => ({ iteration: iterationId ?? null }),
  })
  set('issueSetEscalationPolicy', {
    description: 'Set or clear (null) the escalation policy of an incident. Setting one starts its escalation.',
    input: t => ({ escalationPolicyId: t.field({ type: 'IncidentManagementEscalationPolicyID' }) }),
    changes: ({ escalationPolicyId }) => ({ escalationPolicy: escalationPolicyId ?? null }),
  })
  change('issueMove', {
    description: 'Move an issue to another project.',
    ability: 'issuable:move',
    input: t => ({ targetProjectPath: t.id({ required: true }) }),
    run: async (ctx, issue, { targetProjectPath }) => {
      await countIssue(ctx)
      const target = await loadTarget(ctx, 'move', issue.type, targetProjectPath)
      return moveIssue(ctx, issue, target)
    },
  })
}
