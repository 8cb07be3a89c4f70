import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { issueDiscussion, issueDiscussionPage, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { planningEventAnswers } from '#server/discuss/notes/history/resource-event-answers.ts'
import { iterationEvents } from '#server/discuss/notes/history/resource-events.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { attributeIcons } from '#server/plan/issuables/all-attributes.ts'
import { attributeActions } from '#server/plan/issuables/changes/quick-actions.ts'
import { purgeIssueKeys } from '#server/plan/issuables/create-once.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { iterationWithId } from '#server/plan/iterations/iteration.ts'
import { conditionsOf } from '#server/plan/lists/filter.ts'
import type { Slice } from '#server/slice.ts'
import { issueAnswers } from './answers.ts'
import { bulkEditAnswers } from './bulk/answers.ts'
import { issueChanger } from './changer.ts'
import { issuesFields } from './fields/fields.ts'
import { issueSurroundingFields } from './fields/surrounding-fields.ts'
import { issueFollowers } from './follow.ts'
import { linkAnswers } from './links/answers.ts'
import { linkPageAnswers } from './links/page-answers.ts'
import { linkActions } from './links/quick-actions.ts'
import { issueExport } from './list/export.ts'
import { issueListAnswers } from './list/list-page.ts'
import { moveAnswers } from './move/answers.ts'
import { moveActions } from './move/quick-actions.ts'
import { issuePageAnswer } from './page/issue-page.ts'
import { newIssueAnswers } from './page/new-issue-page.ts'
import { issuePageCallAnswers } from './page/page-calls.ts'
import { issuePages } from './page/pages.ts'
import { issueJson } from './present.ts'
import { stateActions } from './quick-actions.ts'
import { turnIterations } from './turn-iterations.ts'

export const issues: Slice = {
  name: 'issues',
  fields: () => {
    issuesFields()
    issueSurroundingFields()
  },
  answers: [
    ...issueAnswers,
    ...linkAnswers,
    ...linkPageAnswers,
    ...moveAnswers,
    ...bulkEditAnswers,
    ...issuePageCallAnswers,
    ...issueListAnswers,
    ...newIssueAnswers,
    issuePageAnswer,
    ...noteableAnswers(issuableKinds.issue, issueDiscussion, issueDiscussionPage),
    ...planningEventAnswers(
      issuableKinds.issue,
      issuePlanningEvents,
      iterationEvents(({ services, now }, id) => iterationWithId(services.settings, id, now.slice(0, 10))),
    ),
  ],
  pages: issuePages,
  followers: issueFollowers,
  timedJobs: [
    { name: 'turn_iterations', pattern: '0 0 * * *', run: turnIterations },
    { name: 'purge_issue_keys', pattern: '53 3 * * *', run: purgeIssueKeys },
  ],
  topics: {
    issue: async (ctx, id) => (await loadIfAllowed(ctx, 'issuable:read', issueById, { issueId: id })) !== null,
    'group-issues': async (ctx, id) => (await loadIfAllowed(ctx, 'group:read', groupByRef, { id })) !== null,
    issues: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-issues', projectByRef, { id })) !== null,
  },
  plugs: {
    noteables: [issuableKinds.issue],
    todoTargets: [{ series: 'issue', json: ctx => sql`(${issueJson(ctx)})::json` }],
    changers: [issueChanger],
    listExports: [issueExport],
    viewChecks: [{ lists: ['issue', 'incident'], check: conditionsOf }],
    quickActions: [...attributeActions, ...stateActions, ...moveActions, ...linkActions],
    systemNoteIcons: { ...attributeIcons, moved: 'arrow-right', cloned: 'documents' },
  },
}
