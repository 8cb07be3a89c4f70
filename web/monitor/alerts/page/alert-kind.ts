import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { call } from '#web/api/client.ts'
import { alertDiscussionPage, getAlertsPage, updateAlertEntity } from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { IssuableKind, Target } from '#web/plan/issuable/issuable-context.tsx'

interface AlertChange {
  readonly status?: AlertStatus
  readonly assigneeId?: number | null
}

/** Change an alert from its page. */
export const saveAlert = ({ namespace, iid }: Target, change: AlertChange, carried: Carried) =>
  call(updateAlertEntity, { namespace, iid, ...change }, { carried })

/** An alert has neither texts to edit nor labels, milestones or locks. */
const nothing = async () => undefined

/** Alerts, as their page needs them. */
export const alertKind: IssuableKind = {
  ...issuableKinds.alert,
  calls: alertDiscussionPage,
  saves: {
    texts: async () => null,
    task: nothing,
    state: nothing,
    // An alert has at most one assignee.
    assignees: (target, { added }, carried) => saveAlert(target, { assigneeId: added[0]?.id ?? null }, carried),
    assign: (target, [id], carried) => saveAlert(target, { assigneeId: id ?? null }, carried),
    labels: nothing,
    milestone: nothing,
    confidential: nothing,
    discussionLocked: nothing,
    subscription: ({ namespace, iid }, _subscribed, carried) =>
      call(alertDiscussionPage.toggleSubscription, { namespace, iid }, { carried }),
    remove: nothing,
  },
  field: 'alert',
  openCount: null,
  lists: [getAlertsPage],
  templates: null,
}
