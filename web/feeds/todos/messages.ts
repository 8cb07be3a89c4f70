/** The actions of other users that call for the viewer's attention, as they follow the user's name. */
export const actions: Readonly<Record<string, string>> = {
  assigned: 'assigned you',
  mentioned: 'mentioned you',
  directly_addressed: 'mentioned you directly',
  marked: 'added a to-do',
  review_requested: 'requested your review',
  review_submitted: 'reviewed your work',
  approval_required: 'requested your approval',
  merge_train_removed: 'removed it from the merge train',
  member_access_requested: 'requested access',
  attention_requested: 'requested your attention',
}

/** Events without an author. */
export const happenings: Readonly<Record<string, string>> = {
  unmergeable: 'Cannot be merged because of conflicts',
  build_failed: 'The pipeline failed',
}

const named = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** The reasons that the list is filtered by. */
export const actionNames = named({
  assigned: 'Assigned',
  mentioned: 'Mentioned',
  directly_addressed: 'Directly addressed',
  review_requested: 'Review requested',
  review_submitted: 'Reviewed',
  approval_required: 'Approval required',
  attention_requested: 'Attention requested',
  unmergeable: 'Has conflicts',
  build_failed: 'Pipeline failed',
  marked: 'Added by me',
})

export const typeNames = named({
  issue: 'Issue',
  incident: 'Incident',
  task: 'Task',
  epic: 'Epic',
  merge_request: 'Merge request',
})

export const stateNames = named({ opened: 'Open', closed: 'Closed', merged: 'Merged' })

export const messages = {
  done: 'Marked as done',
  allDone: (count: number) => (count === 1 ? 'Marked 1 to-do as done' : `Marked ${count} to-dos as done`),
  snoozed: (when: string) => `Snoozed until ${when}`,
  gone: 'This to-do was marked as done or moved out of this list on another page.',
  woken: 'To-do restored',
  restored: 'To-do restored',
  failed: 'Could not update the to-do. Please try again.',
  /** @source ERRMSG-028, ERRMSG-029 */
  notAdded: 'There was an error adding a to-do item.',
  notDeleted: 'There was an error deleting the to-do item.',
  fetch: 'Could not load your to-dos. Please try again.',
} as const
