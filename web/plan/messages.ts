/** The sentences of planning, spelled as the requirements spell them. `type` is `issue`, `incident`, ... */
export const messages = {
  savedSoFar: 'Saved. What you typed since then is not saved yet.',
  saveAssignees: 'Error occurred when saving assignees',
  updateAssignees: 'An error occurred while updating assignees.',
  participants: 'An error occurred while fetching participants.',
  locked: (type: string) => `Something went wrong trying to change the locked state of this ${type}`,
  weight: (type: string) => `Something went wrong while setting ${type} weight.`,
  dueDate: (type: string) => `Something went wrong while setting ${type} due date.`,
  confidentiality: (type: string) => `Something went wrong while setting ${type} confidentiality.`,
  state: (type: string) => `Error occurred while updating the ${type} status`,
  todo: (type: string) => `Something went wrong while setting ${type} to-do item.`,
  notifications: (type: string) => `Something went wrong while setting ${type} notifications.`,
  notificationsOff: 'Disabled by group/project owner',
  saveLabels: 'Error saving label update.',
  fetchLabels: 'Error fetching labels.',
  fetchAttributes: (attributes: string) => `Failed to fetch ${attributes}. Please try again.`,
  setAttribute: (attribute: string, type: string) => `Failed to set ${attribute} on this ${type}. Please try again.`,
  bulkUpdate: 'Issue update failed',
  noMatches: 'No Matching Results',
  update: (type: string, details = '') => `Error updating ${type}${details === '' ? '' : `. ${details}`}`,
  taskUpdate: 'Update failed',
  concurrentEdit: (type: string) =>
    `Someone edited this ${type} at the same time you did. The description has been updated and you will need to make your changes again.`,
  someoneEdited: (type: string) => `Someone edited this ${type} at the same time you did.`,
  mergeOffer: 'Merge puts both texts together, and asks where both of you changed the same place.',
  keepOrDiscard: 'Keep what you have written, or discard it for the text as it is now?',
  olderDraft: (type: string) => `This ${type} has changed since you wrote this draft.`,
  notLinkable: (type: 'issue' | 'epic') => `${type === 'issue' ? 'Issue' : 'Epic'} cannot be found.`,
  linkFailed: (type: 'issue' | 'epic') => `Something went wrong while linking ${type}s. Please try again.`,
  removeLink: (type: 'issue' | 'epic') => `An error occurred while removing ${type}s.`,
  noRelationPath: (type: 'issue' | 'epic') => `We could not determine the path to remove the ${type}`,
  fetchLinks: 'An error occurred while fetching issues.',
  reorderLinks: 'An error occurred while reordering issues.',
  closeBlocked: 'Are you sure you want to close this blocked issue?',
  blockedBy: 'This issue is currently blocked by the following issues:',
  closeAnyway: 'Yes, close issue',
  templates: 'The templates could not be loaded.',
  template: 'The template could not be fetched. Please try again.',
  applyTemplate: 'Applying a template replaces the description. What you wrote there will be lost.',
  loseChanges: 'Are you sure you want to lose your issue information?',
  hidden: (type: string) => `This ${type} is hidden because its author has been banned`,
} as const

const typeNames: Readonly<Record<string, string>> = { test_case: 'test case', key_result: 'key result' }

/** A type as a sentence has it: `test case`. */
export const typeName = (type: string): string => typeNames[type] ?? type
