import { listCommitMergeRequests } from '#contract/code/commits/commit-surroundings.ts'
import * as contract from '#contract/code/merge-requests/merge-request-lists.ts'
import { groupMergeRequestsCsv, mergeRequestsCsv } from '#contract/plan/lists/csv-exports.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { csvAnswers } from '#server/plan/exports/csv-answers.ts'
import { groupPlace, projectPlace } from '#server/plan/lists/exported-scope.ts'
import { groupScope } from '#server/plan/lists/group-scope.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneOf } from '#server/plan/milestones/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { exportedMergeRequests } from './export.ts'
import { listMergeRequests } from './list.ts'
import { mergeRequestsOfCommit } from './of-commit.ts'

const projectScope = async (ctx: Context, input: { readonly id: number | string }): Promise<IssueScope> => ({
  kind: 'project',
  project: await load(ctx, 'project:read-merge-requests', projectByRef, input),
})

export const mergeRequestListAnswers: readonly Answer[] = [
  answer(contract.listMergeRequests, {
    for: 'anyone',
    run: (ctx, { nonArchived, ...input }) =>
      listMergeRequests(
        ctx,
        { kind: 'everywhere', withArchived: nonArchived === false },
        { ...input, scope: input.scope ?? 'created_by_me' },
        input,
      ),
  }),
  answer(contract.listProjectMergeRequests, {
    for: 'anyone',
    run: async (ctx, { id, ...input }) => listMergeRequests(ctx, await projectScope(ctx, { id }), input, input),
  }),
  answer(contract.listGroupMergeRequests, {
    for: 'anyone',
    run: async (ctx, { id, nonArchived, ...input }) =>
      listMergeRequests(
        ctx,
        await groupScope(ctx, { id, ...(nonArchived === undefined ? {} : { nonArchived }) }),
        input,
        input,
      ),
  }),
  ...csvAnswers(
    'merge_request',
    mergeRequestsCsv,
    { about: projectByPath, ability: 'project:read-merge-requests' },
    (ctx, project, filter) => exportedMergeRequests(ctx, projectPlace(project), filter),
  ),
  ...csvAnswers(
    'merge_request',
    groupMergeRequestsCsv,
    { about: groupByPath, ability: 'group:read' },
    (ctx, group, filter) => exportedMergeRequests(ctx, groupPlace(group), filter),
  ),
  answer(listCommitMergeRequests, {
    about: projectByRef,
    ability: 'project:read-code',
    run: mergeRequestsOfCommit,
  }),
  answer(contract.listProjectMilestoneMergeRequests, {
    about: milestoneOf.project,
    ability: 'milestone:read',
    run: async (ctx, milestone, { id, ...page }) =>
      listMergeRequests(ctx, await projectScope(ctx, { id }), { milestoneId: milestone.id }, page),
  }),
  answer(contract.listGroupMilestoneMergeRequests, {
    about: milestoneOf.group,
    ability: 'milestone:read',
    run: async (ctx, milestone, { id, ...page }) =>
      listMergeRequests(ctx, await groupScope(ctx, { id }), { milestoneId: milestone.id }, page),
  }),
]
