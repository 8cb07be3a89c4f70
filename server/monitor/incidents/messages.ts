export const messages = {
  hasPostmortem: 'The incident has a postmortem already',
  cannotLead: 'must be an active user with at least the Reporter role',
  notOver: 'Resolve or close the incident first',
  notEditable: 'You cannot edit this timeline event.',
  tooManyEvents: (most: number) => `An incident can have at most ${most.toLocaleString('en')} timeline events`,
  promoted: 'This comment is on the timeline already',
  systemNote: 'System notes cannot be added to the timeline',
  noSuchTags: (names: readonly string[]) =>
    `Following tags don't exist: [${names.map(name => JSON.stringify(name)).join(', ')}]`,
} as const
