import { call } from '#web/api/client.ts'
import { bulkUpdateGroupEpics, getGroupEpicsPage } from '#web/api/operations.gen.ts'
import type { BulkKind } from '#web/plan/lists/bulk/bulk-kind.ts'
import { epicMessages } from './messages.ts'

/** The changes of the rows of a list of epics: those of each group in one call. */
export const bulkOfEpics: BulkKind = {
  of: 'epic',
  lists: [getGroupEpicsPage.name],
  error: epicMessages.bulkUpdate,
  send: (path, issuableIds, update) => {
    const { addLabelIds, removeLabelIds, milestoneId, parentId, confidential, discussionLocked } = update
    const { assigneeIds, addAssigneeIds, removeAssigneeIds, startDate, dueDate, stateEvent, subscriptionEvent } = update
    const given = { addLabelIds, removeLabelIds, milestoneId, parentId, confidential, discussionLocked }
    const others = { assigneeIds, addAssigneeIds, removeAssigneeIds, startDate, dueDate, stateEvent, subscriptionEvent }
    const wanted = Object.entries({ ...given, ...others })
    // Undefined inputs are left out.
    const set = Object.fromEntries(wanted.filter(([, value]) => value !== undefined))
    return call(bulkUpdateGroupEpics, { namespace: path.replace(/^groups\//, ''), update: { issuableIds, ...set } })
  },
}
