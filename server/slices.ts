import { commitNotes } from '#server/code/commit-notes/slice.ts'
import { commitStatuses } from '#server/code/commit-statuses/slice.ts'
import { diffNotes } from '#server/code/diff-notes/slice.ts'
import { fileTemplates } from '#server/code/file-templates/slice.ts'
import { forks } from '#server/code/forks/slice.ts'
import { issueBranches } from '#server/code/issue-branches/slice.ts'
import { listPreferences } from '#server/code/list-preferences/slice.ts'
import { mergeRequests } from '#server/code/merge-requests/slice.ts'
import { pipelines } from '#server/code/pipelines/slice.ts'
import { protectedRefs } from '#server/code/protected-refs/slice.ts'
import { pushes } from '#server/code/pushes/slice.ts'
import { repository } from '#server/code/repository/slice.ts'
import { suggestions } from '#server/code/suggestions/slice.ts'
import { templates } from '#server/code/templates/slice.ts'
import { environments } from '#server/deploy/environments/slice.ts'
import { featureFlags } from '#server/deploy/feature-flags/slice.ts'
import { freezePeriods } from '#server/deploy/freeze-periods/slice.ts'
import { protectedEnvironments } from '#server/deploy/protected-environments/slice.ts'
import { releases } from '#server/deploy/releases/slice.ts'
import { abuseReports } from '#server/discuss/abuse-reports/slice.ts'
import { draftNotes } from '#server/discuss/draft-notes/slice.ts'
import { emailParticipants } from '#server/discuss/email-participants/slice.ts'
import { help } from '#server/discuss/help/slice.ts'
import { notes } from '#server/discuss/notes/slice.ts'
import { quickActions } from '#server/discuss/quick-actions/slice.ts'
import { reactions } from '#server/discuss/reactions/slice.ts'
import { readMarks } from '#server/discuss/read-marks/slice.ts'
import { references } from '#server/discuss/references/slice.ts'
import { subscriptions } from '#server/discuss/subscriptions/slice.ts'
import { activity } from '#server/feeds/activity/slice.ts'
import { notifications } from '#server/feeds/notifications/slice.ts'
import { paging } from '#server/feeds/paging/slice.ts'
import { search } from '#server/feeds/search/slice.ts'
import { todos } from '#server/feeds/todos/slice.ts'
import { unsentTexts } from '#server/feeds/unsent-texts/slice.ts'
import { webhooks } from '#server/feeds/webhooks/slice.ts'
import { apiReference } from '#server/foundation/api-reference/slice.ts'
import { badges } from '#server/foundation/badges/slice.ts'
import { broadcastMessages } from '#server/foundation/broadcast-messages/slice.ts'
import { deployKeys } from '#server/foundation/deploy-keys/slice.ts'
import { deployTokens } from '#server/foundation/deploy-tokens/slice.ts'
import { geo } from '#server/foundation/geo/slice.ts'
import { groups } from '#server/foundation/groups/slice.ts'
import { homes } from '#server/foundation/homes/slice.ts'
import { keys } from '#server/foundation/keys/slice.ts'
import { ldap } from '#server/foundation/ldap/slice.ts'
import { mails } from '#server/foundation/mails/slice.ts'
import { members } from '#server/foundation/members/slice.ts'
import { namespaces } from '#server/foundation/namespaces/slice.ts'
import { topics } from '#server/foundation/project-topics/slice.ts'
import { projects } from '#server/foundation/projects/slice.ts'
import { sessions } from '#server/foundation/sessions/slice.ts'
import { settings } from '#server/foundation/settings/slice.ts'
import { shares } from '#server/foundation/shares/slice.ts'
import { subscriptionsOfNamespaces } from '#server/foundation/subscriptions/slice.ts'
import { surveys } from '#server/foundation/surveys/slice.ts'
import { tokens } from '#server/foundation/tokens/slice.ts'
import { uploads } from '#server/foundation/uploads/slice.ts'
import { users } from '#server/foundation/users/slice.ts'
import { codeReviews } from '#server/insights/code-reviews/slice.ts'
import { delivery } from '#server/insights/delivery/slice.ts'
import { valueStreams } from '#server/insights/value-streams/slice.ts'
import { alerts } from '#server/monitor/alerts/slice.ts'
import { errorTracking } from '#server/monitor/error-tracking/slice.ts'
import { incidents } from '#server/monitor/incidents/slice.ts'
import { vulnerabilities } from '#server/monitor/vulnerabilities/slice.ts'
import { boards } from '#server/plan/boards/slice.ts'
import { changeSets } from '#server/plan/change-sets/slice.ts'
import { contacts } from '#server/plan/contacts/slice.ts'
import { epics } from '#server/plan/epics/slice.ts'
import { escalations } from '#server/plan/escalations/slice.ts'
import { listExports } from '#server/plan/exports/slice.ts'
import { issues } from '#server/plan/issues/slice.ts'
import { iterations } from '#server/plan/iterations/slice.ts'
import { labels } from '#server/plan/labels/slice.ts'
import { links } from '#server/plan/links/slice.ts'
import { lists } from '#server/plan/lists/slice.ts'
import { milestones } from '#server/plan/milestones/slice.ts'
import { onCall } from '#server/plan/on-call/slice.ts'
import { planningPages } from '#server/plan/planning-pages/slice.ts'
import { savedViews } from '#server/plan/saved-views/slice.ts'
import { serviceDesks } from '#server/plan/service-desk/slice.ts'
import { statusPages } from '#server/plan/status-page/slice.ts'
import { timeTracking } from '#server/plan/time-tracking/slice.ts'
import { workItems } from '#server/plan/work-items/slice.ts'
import type { Slice } from '#server/slice.ts'
import { issueFeedsSlice } from '#server/transfer/issue-feeds/slice.ts'
import { issueImports } from '#server/transfer/issue-imports/slice.ts'
import { issueMails } from '#server/transfer/issue-mails/slice.ts'
import { jira } from '#server/transfer/jira/slice.ts'
import { onCallCalendars } from '#server/transfer/on-call-calendars/slice.ts'
import { onCallImports } from '#server/transfer/on-call-imports/slice.ts'

/** The table of contents: every slice of the server, lowest floor first. */
export const slices: readonly Slice[] = [
  settings,
  mails,
  namespaces,
  subscriptionsOfNamespaces,
  broadcastMessages,
  surveys,
  geo,
  users,
  sessions,
  tokens,
  keys,
  uploads,
  topics,
  members,
  ldap,
  projects,
  groups,
  shares,
  badges,
  apiReference,
  deployKeys,
  deployTokens,
  homes,
  references,
  reactions,
  notes,
  draftNotes,
  quickActions,
  emailParticipants,
  help,
  readMarks,
  abuseReports,
  subscriptions,
  labels,
  milestones,
  iterations,
  onCall,
  escalations,
  statusPages,
  serviceDesks,
  contacts,
  savedViews,
  listExports,
  timeTracking,
  lists,
  issues,
  planningPages,
  boards,
  changeSets,
  links,
  epics,
  workItems,
  pipelines,
  protectedRefs,
  repository,
  commitStatuses,
  forks,
  mergeRequests,
  listPreferences,
  issueBranches,
  pushes,
  diffNotes,
  commitNotes,
  suggestions,
  templates,
  fileTemplates,
  releases,
  protectedEnvironments,
  freezePeriods,
  environments,
  featureFlags,
  alerts,
  incidents,
  errorTracking,
  vulnerabilities,
  todos,
  unsentTexts,
  activity,
  notifications,
  paging,
  search,
  webhooks,
  valueStreams,
  codeReviews,
  delivery,
  issueImports,
  issueMails,
  issueFeedsSlice,
  onCallCalendars,
  onCallImports,
  jira,
]
