declare module '#server/context.ts' {
  interface Plugs {
    /** The icons of system notes by action, with their names in the API. */
    readonly systemNoteIcons: Readonly<Record<string, string>>
  }
}

/** The icons of the system notes that discussions write themselves. */
export const discussionIcons = {
  closed: 'issue-close',
  opened: 'issues',
  cross_reference: 'link',
  discussion: 'comment',
}
