import './events.ts'
import { listCommits } from '#contract/code/commits/commits.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { alertDiscussion, alertDiscussionPage } from '#contract/monitor/alerts/alert-discussion.ts'
import { getAlertPage } from '#contract/monitor/alerts/alert-pages.ts'
import { commitsBefore } from '#contract/monitor/alerts/commits-before.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { numberedKind } from '#server/discuss/references/kinds/issues.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { pagePart } from '#server/page-address.ts'
import { alertReferences } from '#server/platform/markdown/references.ts'
import type { Slice } from '#server/slice.ts'
import { alertAnswers } from './answers.ts'
import { checkInAnswers } from './check-ins/answers.ts'
import { watchCheckIns } from './check-ins/watch.ts'
import { alertFields } from './fields/fields.ts'
import { alertMutations } from './fields/mutations.ts'
import { alertFollowers } from './follow.ts'
import { errorFollowers } from './follow-errors.ts'
import { integrationFields } from './integrations/fields.ts'
import { maintenanceAnswers } from './maintenance/answers.ts'
import { releaseSilenced } from './maintenance/release.ts'
import { alertPages, wireOf } from './pages.ts'

export const alerts: Slice = {
  name: 'alerts',
  answers: [
    ...alertAnswers,
    ...maintenanceAnswers,
    ...checkInAnswers,
    ...noteableAnswers(issuableKinds.alert, alertDiscussion, alertDiscussionPage),
  ],
  pages: alertPages,
  pageParts: [
    pagePart(getAlertPage, {
      module: 'monitor/alerts/page/CommitsBefore.tsx',
      asksFirst: ({ namespace, facts }) =>
        namespace.offers.code
          ? { operation: listCommits, input: wireOf(commitsBefore(namespace.full_path, facts.started_at)) }
          : null,
    }),
  ],
  followers: [...alertFollowers, ...errorFollowers],
  timedJobs: [
    { name: 'release_silenced_alerts', pattern: '* * * * *', run: releaseSilenced },
    { name: 'watch_check_ins', pattern: '* * * * *', run: watchCheckIns },
  ],
  topics: {
    alert: async (ctx, id) => (await loadIfAllowed(ctx, 'issuable:read', noteableById, id)) !== null,
    'check-ins': async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-alerts', projectByRef, { id })) !== null,
    alerts: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-alerts', projectByRef, { id })) !== null,
  },
  fields: () => {
    alertFields()
    alertMutations()
    integrationFields()
  },
  plugs: {
    noteables: [issuableKinds.alert],
    referenceKinds: [numberedKind('alert', alertReferences)],
    systemNoteIcons: { alert_issue_added: 'link', alert_issue_removed: 'unlink' },
  },
}
