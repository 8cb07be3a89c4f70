import { autocompleteProjects, moveIssueOnPage } from '#contract/plan/issues/issue-page-calls.ts'
import { cloneIssue as cloneOperation, moveIssue as moveOperation } from '#contract/plan/issues/issues.ts'
import { load } from '#server/access/load.ts'
import { issueById, issueByIid, issueOfAddress } from '#server/plan/issuables/find.ts'
import { answer } from '#server/slice.ts'
import { showEntity } from '../page/issue-json.ts'
import { showIssue } from '../queries.ts'
import { countIssue } from '../rate-limit.ts'
import { listTargets } from './autocomplete.ts'
import { cloneIssue } from './clone.ts'
import { moveIssue } from './move.ts'
import { loadTarget } from './target.ts'

/** @source rest.md 6.2, 17.1, 17.2 */
export const moveAnswers = [
  answer(moveOperation, {
    about: issueByIid,
    ability: 'issuable:move',
    run: async (ctx, issue, { toProjectId }) => {
      await countIssue(ctx)
      const target = await loadTarget(ctx, 'move', issue.type, toProjectId)
      return showIssue(ctx, (await moveIssue(ctx, issue, target)).id)
    },
  }),
  answer(cloneOperation, {
    about: issueByIid,
    ability: 'issuable:move',
    run: async (ctx, issue, { toProjectId, withNotes = false }) => {
      await countIssue(ctx)
      const target = await loadTarget(ctx, 'clone', issue.type, toProjectId)
      return showIssue(ctx, (await cloneIssue(ctx, issue, target, { withNotes })).id)
    },
  }),
  answer(moveIssueOnPage, {
    about: issueOfAddress,
    ability: 'issuable:move',
    run: async (ctx, issue, { moveToProjectId }) => {
      await countIssue(ctx)
      const target = await loadTarget(ctx, 'move', issue.type, moveToProjectId)
      const { id } = await moveIssue(ctx, issue, target)
      const moved = await load(ctx, 'issuable:read', issueById, { issueId: id })
      return showEntity(ctx, id, moved.facts)
    },
  }),
  answer(autocompleteProjects, { for: 'signed-in', run: listTargets }),
]
