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
} as const
