import * as contract from '#contract/code/merge-requests/approvals.ts'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { publishDrafts } from '#server/discuss/draft-notes/publish.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf } from '#server/slice.ts'
import { mergeRequestByIid } from '../find.ts'
import { approve, resetApprovals, unapprove } from './approve.ts'
import { authenticate } from './authenticate.ts'
import { showApprovalState, showApprovals, showProjectApprovals, showProjectRules, showRules } from './present.ts'
import * as rules from './rules.ts'

const readable = { about: mergeRequestByIid, ability: 'issuable:read' } as const
const changeable = { about: mergeRequestByIid, ability: 'issuable:set-metadata' } as const
const readableProject = { about: projectByRef, ability: 'project:read-merge-requests' } as const
const administered = { about: projectByRef, ability: 'project:admin-code' } as const

export const approvalAnswers: readonly Answer[] = [
  answer(contract.getApprovals, { ...readable, run: (ctx, mergeRequest) => showApprovals(ctx, mergeRequest) }),
  answer(contract.approveMergeRequest, {
    ...readable,
    transaction: 'own',
    run: async (ctx, mergeRequest, { sha, publishReview = false, approvalPassword }) => {
      const hold = await authenticate(ctx, mergeRequest.namespaceId, approvalPassword)
      return transact(ctx, async inner => {
        const isAuthenticated = await hold(inner)
        // Checking a password takes a while, in which rights may have been taken away.
        const current = isAuthenticated
          ? await load(inner, 'issuable:read', mergeRequestByIid, placeOf(mergeRequest))
          : mergeRequest
        await approve(inner, current, { sha, isOfReview: publishReview, isAuthenticated })
        if (publishReview) {
          const noteable = await load(inner, 'issuable:comment', noteableById, mergeRequest.id)
          await publishDrafts(inner, noteable, { verdict: 'approved' })
        }
        return showApprovals(inner, mergeRequest)
      })
    },
  }),
  answer(contract.unapproveMergeRequest, {
    ...readable,
    run: async (ctx, mergeRequest) => {
      await unapprove(ctx, mergeRequest)
      return showApprovals(ctx, mergeRequest)
    },
  }),
  answer(contract.resetApprovals, {
    ...readable,
    run: async (ctx, mergeRequest) => {
      await resetApprovals(ctx, mergeRequest)
      return { message: '202 Accepted' }
    },
  }),
  answer(contract.setApprovalsRequired, {
    ...changeable,
    run: async (ctx, mergeRequest, { approvalsRequired }) => {
      await rules.requireApprovalsOf(ctx, mergeRequest, approvalsRequired)
      return showApprovals(ctx, await load(ctx, 'issuable:read', mergeRequestByIid, placeOf(mergeRequest)))
    },
  }),
  answer(contract.getApprovalState, { ...readable, run: (ctx, mergeRequest) => showApprovalState(ctx, mergeRequest) }),
  answer(contract.listApprovalRules, {
    ...readable,
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { items, total } = await showRules(ctx, mergeRequest, { limit: perPage, offset })
      return Paged.offset<never[]>(items, { page, perPage, total })
    },
  }),
  answer(contract.getApprovalRule, {
    ...readable,
    run: async (ctx, mergeRequest, { approvalRuleId: id }) => one(showRules(ctx, mergeRequest, { id })),
  }),
  answer(contract.createApprovalRule, {
    ...changeable,
    run: async (
      ctx,
      mergeRequest,
      { approvalProjectRuleId, name, approvalsRequired, userIds, usernames, groupIds },
    ) => {
      const people = { userIds, usernames, groupIds }
      const rule = { name, approvalsRequired, sourceRuleId: approvalProjectRuleId, ...people }
      return one(showRules(ctx, mergeRequest, { id: await rules.createRule(ctx, mergeRequest, rule) }))
    },
  }),
  answer(contract.updateApprovalRule, {
    ...changeable,
    current: (ctx, mergeRequest, { approvalRuleId }) => rules.currentRuleOf(ctx, mergeRequest, approvalRuleId),
    run: async (ctx, mergeRequest, { approvalRuleId, ...change }) =>
      one(showRules(ctx, mergeRequest, { id: await rules.changeRuleOf(ctx, mergeRequest, approvalRuleId, change) })),
  }),
  answer(contract.deleteApprovalRule, {
    ...changeable,
    run: (ctx, mergeRequest, { approvalRuleId }) => rules.deleteRuleOf(ctx, mergeRequest, approvalRuleId),
  }),
  answer(contract.getProjectApprovals, { ...readableProject, run: (ctx, { id }) => showProjectApprovals(ctx, id) }),
  answer(contract.updateProjectApprovals, {
    ...administered,
    current: (ctx, { id }) => rules.currentProjectApprovals(ctx, id),
    run: async (ctx, project, { id: _id, expected: _expected, ...given }) => {
      await rules.changeProjectApprovals(ctx, project, given)
      return showProjectApprovals(ctx, project.id)
    },
  }),
  answer(contract.listProjectApprovalRules, {
    ...readableProject,
    run: async (ctx, { id }, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { items, total } = await showProjectRules(ctx, id, { limit: perPage, offset })
      return Paged.offset<never[]>(items, { page, perPage, total })
    },
  }),
  answer(contract.getProjectApprovalRule, {
    ...readableProject,
    run: async (ctx, { id }, { approvalRuleId }) => one(showProjectRules(ctx, id, { id: approvalRuleId })),
  }),
  answer(contract.createProjectApprovalRule, {
    ...administered,
    run: async (ctx, project, { id: _id, ...rule }) =>
      one(showProjectRules(ctx, project.id, { id: await rules.createProjectRule(ctx, project, rule) })),
  }),
  answer(contract.updateProjectApprovalRule, {
    ...administered,
    current: (ctx, { id }, { approvalRuleId }) => rules.currentProjectRule(ctx, id, approvalRuleId),
    run: async (ctx, project, { approvalRuleId, ...change }) => {
      await rules.changeProjectRule(ctx, project, approvalRuleId, change)
      return one(showProjectRules(ctx, project.id, { id: approvalRuleId }))
    },
  }),
  answer(contract.deleteProjectApprovalRule, {
    ...administered,
    run: (ctx, project, { approvalRuleId }) => rules.deleteProjectRule(ctx, project, approvalRuleId),
  }),
]

const placeOf = ({ namespaceId, iid }: { readonly namespaceId: number; readonly iid: number }) => ({
  id: namespaceId,
  mergeRequestIid: iid,
})

async function one(found: ReturnType<typeof showRules>): Promise<RawJson> {
  const [rule] = (await found).items
  if (rule === undefined) throw new NotFound('Approval Rule')
  return rule
}
