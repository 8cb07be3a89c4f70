import * as contract from '#contract/code/issue-branches.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { load } from '#server/access/load.ts'
import { Conflict, Forbidden, Invalid, NamedError, Unprocessable } from '#server/errors.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { issueByIid, issueOfAddress } from '#server/plan/issuables/find.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { mergeRequestByIid } from '../merge-requests/find.ts'
import { createIssueBranch, createMergeRequestForIssue, projectFor, suggestBranch } from './create.ts'
import { listClosedBy, listClosing, listMentionedBy, listRelatedTo } from './queries.ts'
import { showRelatedBranches } from './related-branches.ts'

const onPage = { about: issueOfAddress, ability: 'issuable:read' } as const
const ofIssue = { about: issueByIid, ability: 'issuable:read' } as const
const ofMergeRequest = { about: mergeRequestByIid, ability: 'issuable:read' } as const

/** The page shows the sentence as it is. @source rest.md 17.1 */
async function orRefusal<T>(run: () => Promise<T>): Promise<T | Reply<string>> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Forbidden && error.reason !== null) return new Reply<string>(422, error.reason)
    if (!(error instanceof NamedError)) throw error
    const isRefusal = error instanceof Invalid || error instanceof Conflict || error instanceof Unprocessable
    if (isRefusal) return new Reply<string>(422, error.message)
    throw error
  }
}

export const issueBranchAnswers: readonly Answer[] = [
  answer(contract.canCreateBranch, {
    ...onPage,
    run: async (ctx, issue) => {
      const suggestedBranchName = await suggestBranch(ctx, issue)
      return { canCreateBranch: suggestedBranchName !== null, suggestedBranchName }
    },
  }),
  answer(contract.getRelatedBranches, {
    ...onPage,
    run: (ctx, issue, { page }) => showRelatedBranches(ctx, issue, page),
  }),
  answer(contract.createPageBranch, {
    about: projectByPath,
    ability: 'project:read',
    transaction: 'own',
    run: async (ctx, own, { namespace, branchName: name, ref, issueIid, confidentialIssueProjectId: chosenId }) => {
      const issue =
        issueIid === undefined ? null : await load(ctx, 'issuable:read', issueOfAddress, { namespace, iid: issueIid })
      return orRefusal(async () => {
        const project = await projectFor(ctx, issue, { ownId: own.id, chosenId })
        await createIssueBranch(ctx, issue, project, { name, ref })
        return { name, url: `${ctx.services.settings.externalUrl}/${project.fullPath}/-/tree/${addressOf(name)}` }
      })
    },
  }),
  answer(contract.createMergeRequestForIssue, {
    ...onPage,
    transaction: 'own',
    run: async (ctx, issue, { branchName, ref, targetProjectId: chosenId }) =>
      orRefusal(async () => {
        const project = await projectFor(ctx, issue, { ownId: issue.namespaceId, chosenId })
        const iid = await createMergeRequestForIssue(ctx, issue, project, { branchName, ref })
        return { url: `${ctx.services.settings.externalUrl}${pagePath('merge_request', project.fullPath, iid)}`, iid }
      }),
  }),
  answer(contract.listRelatedMergeRequests, {
    ...ofIssue,
    run: (ctx, issue, input) => listRelatedTo<never[]>(ctx, issue.id, input),
  }),
  answer(contract.listClosingMergeRequests, {
    ...ofIssue,
    run: (ctx, issue, input) => listClosing<never[]>(ctx, issue.id, input),
  }),
  answer(contract.listClosedIssues, {
    ...ofMergeRequest,
    run: (ctx, mergeRequest, input) => listClosedBy<never[]>(ctx, mergeRequest.id, input),
  }),
  answer(contract.listRelatedIssues, {
    ...ofMergeRequest,
    run: (ctx, mergeRequest, input) => listMentionedBy<never[]>(ctx, mergeRequest.id, input),
  }),
]
