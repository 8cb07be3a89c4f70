/** The sentences of forms that are loaded on demand, spelled as the requirements spell them. */
export const editMessages = {
  concurrentEdit: (type: string) =>
    `Someone edited this ${type} at the same time you did. The description has been updated and you will need to make your changes again.`,
  mergeOffer: 'Merging combines both versions and asks you to resolve conflicts.',
  keepOrDiscard: 'Keep your draft, or discard it and use the current version?',
  templates: 'Could not load the templates.',
  template: 'Could not load the template. Please try again.',
  applyTemplate: 'Applying a template replaces the current description.',
  loseChanges: 'Are you sure you want to lose your issue information?',
  mailExport: 'Could not start the export. Please try again.',
  previewFailed: 'Could not load the preview.',
  undoFailed: 'Could not undo. Please try again.',
  move: 'An error occurred while moving the issue.',
  clone: 'An error occurred while cloning the issue.',
  fetchProjects: 'An error occurred while fetching projects autocomplete.',
  loseMilestone: 'Discard your unsaved description?',
  restored: 'Your unsaved description has been restored.',
  olderDraft: (type: string) => `This ${type} changed after you started this draft.`,
  someoneEdited: (type: string) => `Someone edited this ${type} at the same time you did.`,
  fetchPeople: 'Could not load the list of people. Please try again.',
  fetchLabels: 'Error fetching labels.',
  /** @source ERRMSG-030 */
  fetchEpics: 'Something went wrong while fetching group epics.',
  fetchAttributes: (attributes: string) => `Failed to fetch ${attributes}. Please try again.`,
} as const
