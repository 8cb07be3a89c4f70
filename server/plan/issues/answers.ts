import * as contract from '#contract/plan/issues/issues.ts'
import { groupIssuesCsv, issuesCsv } from '#contract/plan/lists/csv-exports.ts'
import { listGroupMilestoneIssues, listProjectMilestoneIssues } from '#contract/plan/timeboxes/milestones.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { listParticipants } from '#server/discuss/participants/participants.ts'
import { changeSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { noneGiven } from '#server/errors.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { csvAnswers } from '#server/plan/exports/csv-answers.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { createOnce } from '#server/plan/issuables/create-once.ts'
import { issueById, issueByIid } from '#server/plan/issuables/find.ts'
import { countIssues } from '#server/plan/lists/counts.ts'
import { groupPlace, projectPlace } from '#server/plan/lists/exported-scope.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { groupScope } from '#server/plan/lists/group-scope.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneOf } from '#server/plan/milestones/find.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf, refuseChanged } from '#server/slice.ts'
import { createEstimated } from './create-estimated.ts'
import { deleteIssue } from './delete.ts'
import { exportedIssues } from './list/export.ts'
import { listIssues } from './list/list.ts'
import { showIssue, shownIssueByIid } from './queries.ts'
import { countIssue } from './rate-limit.ts'
import { reorderIssue } from './reorder.ts'
import { updateIssue } from './update.ts'

const projectScope = async (ctx: Context, input: { readonly id: number | string }): Promise<IssueScope> => ({
  kind: 'project',
  project: await load(ctx, 'project:read-issues', projectByRef, input),
})

const statisticsLimit = 100_000

async function statistics(ctx: Context, scope: IssueScope, filter: IssueFilter) {
  // The three counts are of every state, whatever state is requested.
  const { state: _state, ...rest } = filter
  return { statistics: { counts: await countIssues(ctx, scope, rest, statisticsLimit) } }
}

const { id: _id, issueIid: _issueIid, ...updatable } = contract.updateIssue.input.properties

export const issueAnswers: readonly Answer[] = [
  answer(contract.listIssues, {
    for: 'anyone',
    run: (ctx, input) =>
      listIssues(
        ctx,
        { kind: 'everywhere', withArchived: input.nonArchived === false },
        { ...input, scope: input.scope ?? 'created_by_me' },
        input,
      ),
  }),
  answer(contract.listProjectIssues, {
    for: 'anyone',
    run: async (ctx, input) => listIssues(ctx, await projectScope(ctx, input), input, input),
  }),
  ...csvAnswers('issue', issuesCsv, { about: projectByPath, ability: 'project:read-issues' }, (ctx, project, filter) =>
    exportedIssues(ctx, projectPlace(project), filter),
  ),
  ...csvAnswers('issue', groupIssuesCsv, { about: groupByPath, ability: 'group:read' }, (ctx, group, filter) =>
    exportedIssues(ctx, groupPlace(group), filter),
  ),
  answer(contract.listGroupIssues, {
    for: 'anyone',
    run: async (ctx, input) => listIssues(ctx, await groupScope(ctx, input), input, input),
  }),
  answer(contract.getIssuesStatistics, {
    for: 'anyone',
    run: (ctx, input) =>
      statistics(ctx, { kind: 'everywhere', withArchived: false }, { ...input, scope: input.scope ?? 'created_by_me' }),
  }),
  answer(contract.getProjectIssuesStatistics, {
    for: 'anyone',
    run: async (ctx, { id, ...filter }) => statistics(ctx, await projectScope(ctx, { id }), filter),
  }),
  answer(contract.getGroupIssuesStatistics, {
    for: 'anyone',
    run: async (ctx, { id, ...filter }) => statistics(ctx, await groupScope(ctx, { id }), filter),
  }),
  answer(contract.getIssueById, {
    for: 'admin',
    run: async (ctx, { id }) => showIssue(ctx, (await load(ctx, 'issuable:read', issueById, { issueId: id })).id),
  }),
  answer(contract.getIssue, {
    about: shownIssueByIid,
    ability: 'issuable:read',
    run: async (_ctx, issue) => new RawJson(issue.json),
  }),
  answer(contract.createIssue, {
    about: projectByRef,
    ability: 'project:create-issue',
    transaction: 'own',
    run: async (ctx, project, input) => {
      await countIssue(ctx)
      const { title, iid, createdAt, idempotencyKey } = input
      const given = { ...changesOf('create', input), title, iid, createdAt }
      const id = await createOnce(ctx, project.id, idempotencyKey, inner =>
        createEstimated(inner, project, given, input),
      )
      return showIssue(ctx, id)
    },
  }),
  answer(contract.updateIssue, {
    about: issueByIid,
    ability: 'issuable:update',
    // The reads before and after the change run outside of the transaction, on connections that have planned them.
    transaction: 'own',
    run: async (ctx, issue, input) => {
      const { stateEvent, updatedAt } = input
      const changes = changesOf('update', input)
      if (Object.keys(changes).length === 0 && stateEvent === undefined && updatedAt === undefined) {
        throw noneGiven(...Object.keys(updatable).map(snakeCase))
      }
      await transact(ctx, inner => updateIssue(inner, issue, changes, stateEvent ?? null, { updatedAt }))
      return showIssue(ctx, issue.id)
    },
  }),
  answer(contract.deleteIssue, {
    about: issueByIid,
    ability: 'issuable:delete',
    run: async (ctx, issue, input) => {
      refuseChanged(issue, input)
      await deleteIssue(ctx, issue)
    },
  }),
  answer(contract.reorderIssue, {
    about: issueByIid,
    ability: 'issuable:set-metadata',
    run: async (ctx, issue, input) => {
      await reorderIssue(ctx, issue, input)
      return showIssue(ctx, issue.id)
    },
  }),
  answer(contract.listParticipants, {
    about: issueByIid,
    ability: 'issuable:read',
    run: async (ctx, issue, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { items, total } = await listParticipants(ctx, issue, { perPage, offset })
      return Paged.offset<never>(items, { page, perPage, total })
    },
  }),
  answer(contract.subscribeToIssue, {
    about: issueByIid,
    ability: 'issuable:subscribe',
    run: async (ctx, issue) => {
      await changeSubscription(ctx, issue, true)
      return showIssue(ctx, issue.id)
    },
  }),
  answer(contract.unsubscribeFromIssue, {
    about: issueByIid,
    ability: 'issuable:subscribe',
    run: async (ctx, issue) => {
      await changeSubscription(ctx, issue, false)
      return showIssue(ctx, issue.id)
    },
  }),
  answer(listProjectMilestoneIssues, {
    about: milestoneOf.project,
    ability: 'milestone:read',
    run: async (ctx, milestone, { id, ...page }) =>
      listIssues(ctx, await projectScope(ctx, { id }), { milestoneId: milestone.id }, { ...page, isBasic: true }),
  }),
  answer(listGroupMilestoneIssues, {
    about: milestoneOf.group,
    ability: 'milestone:read',
    run: async (ctx, milestone, { id, ...page }) =>
      listIssues(ctx, await groupScope(ctx, { id }), { milestoneId: milestone.id }, { ...page, isBasic: true }),
  }),
]
