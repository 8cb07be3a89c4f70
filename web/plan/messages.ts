import { noMatches } from '#web/ui/status/no-matches.ts'

/** The sentences of planning, spelled as the requirements spell them. `type` is `issue`, `incident`, ... */
export const messages = {
  changedSince: (what: string) => `Could not undo. Someone has since changed the ${what}.`,
  savedSoFar: 'Earlier changes saved. Your latest changes are not saved yet.',
  saveAssignees: 'Error occurred when saving assignees',
  updateAssignees: 'An error occurred while updating assignees.',
  /** @source ERRMSG-011, ERRMSG-022 */
  participants: () => 'An error occurred while fetching participants.',
  reference: () => 'An error occurred while fetching reference.',
  locked: (type: string) => `Something went wrong trying to change the locked state of this ${type}`,
  /** A failed update that has no sentence of its own, such as the time. @source ERRMSG-078 */
  update: (type: string) => `Unable to update this ${type} at this time.`,
  plain: (type: string, attribute: string) => `Something went wrong while setting ${type} ${attribute}.`,
  severity: 'There was an error while updating severity. Please try again.',
  /** @source ERRMSG-003 */
  fetchIncidentStatus: () => 'An error occurred while fetching the incident status. Please reload the page.',
  /** @source ERRMSG-024 */
  severityInList: 'There was an error while updating severity.',
  confidentiality: (type: string) => `Something went wrong while setting ${type} confidentiality.`,
  state: (type: string) => `Error occurred while updating the ${type} status`,
  todo: (type: string) => `Something went wrong while setting ${type} to-do item.`,
  notifications: (type: string) => `Something went wrong while setting ${type} notifications.`,
  notificationsOff: 'Disabled by group/project owner',
  saveLabels: 'Error saving label update.',
  /** @source ERRMSG-036 */
  fetchAttribute: (attribute: string) => (type: string) =>
    `Failed to fetch the current ${attribute} for this ${type}. Please try again.`,
  setAttribute: (attribute: string, type: string) => `Failed to set ${attribute} on this ${type}. Please try again.`,
  bulkUpdate: 'Issue update failed',
  /** @source ERRMSG-031, ERRMSG-032 */
  assignEpic: 'Something went wrong while assigning issue to epic.',
  removeEpic: 'Something went wrong while removing issue from epic.',
  noMatches,
  save: (type: string, details = '') => `Error updating ${type}${details === '' ? '' : `. ${details}`}`,
  taskUpdate: 'Update failed',
  notLinkable: (type: 'issue' | 'epic') => `${type === 'issue' ? 'Issue' : 'Epic'} cannot be found.`,
  linkFailed: (type: 'issue' | 'epic') => `Something went wrong while linking ${type}s. Please try again.`,
  removeLink: (type: 'issue' | 'epic') => `An error occurred while removing ${type}s.`,
  noRelationPath: (type: 'issue' | 'epic') => `We could not determine the path to remove the ${type}`,
  fetchLinks: 'An error occurred while fetching issues.',
  reorderLinks: 'An error occurred while reordering issues.',
  closeBlocked: 'Are you sure you want to close this blocked issue?',
  blockedBy: 'This issue is currently blocked by the following issues:',
  closeAnyway: 'Yes, close issue',
  hidden: (type: string) => `This ${type} is hidden because its author has been banned`,
} as const
