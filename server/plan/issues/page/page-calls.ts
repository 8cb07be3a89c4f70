import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { pagePath, pagesPath } from '#contract/issuable-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import * as contract from '#contract/plan/issues/issue-page-calls.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { reportAbuse } from '#server/discuss/abuse-reports/report.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { pollInterval } from '#server/foundation/settings/poll-interval.ts'
import { bulkUpdate } from '#server/plan/change-sets/bulk-update.ts'
import { listPeople } from '#server/plan/issuables/autocomplete-users.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { deleteIssue } from '../delete.ts'
import { reorderIssue } from '../reorder.ts'
import { showChanges, showEntity } from './issue-json.ts'
import { updateOnPage } from './update-on-page.ts'

// The interval for clients that poll.
const pollIntervalMs = 3000

async function changes(
  ctx: Context,
  issue: Allowed<'issuable:read', IssuableRow>,
  { ifNoneMatch = '' }: { readonly ifNoneMatch?: string },
) {
  const shown = await showChanges(ctx, issue.id)
  // The etag is computed from this reader's version: two readers can see the same text with different references.
  const etag = `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`
  const isKnown = ifNoneMatch.split(',').some(each => each.trim() === etag)
  const headers = { etag, 'poll-interval': await pollInterval(ctx, pollIntervalMs) }
  return isKnown
    ? new Reply<Static<typeof contract.RealtimeChanges>>(304, undefined, headers)
    : new Reply<Static<typeof contract.RealtimeChanges>>(200, shown, headers)
}

/** The changes in an object of their own, and those beside it. */
const changesIn = ({
  namespace: _namespace,
  iid: _iid,
  issue,
  ...beside
}: InputOf<typeof contract.updateIssueEntity>) => ({
  ...beside,
  ...issue,
})

/** The calls of the issue page and the list besides the public API. */
export const issuePageCallAnswers: readonly Answer[] = [
  answer(contract.getIssueEntity, {
    about: issueOfAddress,
    ability: 'issuable:read',
    run: (ctx, issue) => showEntity(ctx, issue.id, issue.facts),
  }),
  answer(contract.updateIssueEntity, {
    about: issueOfAddress,
    ability: 'issuable:update',
    run: (ctx, issue, input) => updateOnPage(ctx, issue, changesIn(input)),
  }),
  answer(contract.patchIssueEntity, {
    about: issueOfAddress,
    ability: 'issuable:update',
    run: (ctx, issue, input) => updateOnPage(ctx, issue, changesIn(input)),
  }),
  answer(contract.deleteIssueEntity, {
    about: issueOfAddress,
    ability: 'issuable:delete',
    run: async (ctx, issue, { destroyConfirm }) => {
      if (!destroyConfirm) {
        return new Reply<{ errors: string[] }>(422, { errors: ['Destroy confirmation not provided for issue'] })
      }
      await deleteIssue(ctx, issue)
      return { webUrl: `${ctx.services.settings.externalUrl}${pagesPath('issue', issue.namespacePath)}` }
    },
  }),
  answer(contract.getIssueChanges, { about: issueOfAddress, ability: 'issuable:read', run: changes }),
  answer(contract.getIssueChangesOfJson, { about: issueOfAddress, ability: 'issuable:read', run: changes }),
  answer(contract.reorderIssueOnPage, {
    about: issueOfAddress,
    ability: 'issuable:set-metadata',
    run: async (ctx, issue, input) => {
      await reorderIssue(ctx, issue, input)
      return new Reply<null>(200)
    },
  }),
  answer(contract.bulkUpdateIssues, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    run: (ctx, project, { update }) => {
      const place = { namespaceId: project.id, series: 'issue' } as const
      const wanted = { changes: changesOf('bulk', update), stateEvent: update.stateEvent || null }
      return bulkUpdate(ctx, place, update, wanted)
    },
  }),
  answer(contract.submitIssueAsSpam, {
    about: issueOfAddress,
    ability: 'issuable:submit-as-spam',
    run: async (ctx, issue) => {
      await reportAbuse(ctx, {
        userId: issue.authorId,
        category: 'spam',
        reportedFromUrl: pagePath(issue.type, issue.namespacePath, issue.iid),
      })
      return { notice: 'The issue was submitted as spam.' }
    },
  }),
  answer(contract.autocompleteUsers, { for: 'signed-in', run: listPeople }),
]
