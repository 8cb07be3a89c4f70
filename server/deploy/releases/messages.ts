export const messages = {
  exists: 'Release already exists',
  noRef: 'Ref is not specified. Name the branch or commit from which to create the tag',
  badTag: 'Tag name is invalid',
  unknownMilestones: (titles: readonly string[]) =>
    `${titles.length === 1 ? 'Milestone' : 'Milestones'} not found: ${titles.join(', ')}`,
  milestonesTwice: 'milestones, milestone_ids are mutually exclusive',
  blank: "can't be blank",
  taken: 'has already been taken',
  badUrl: 'must be an http, https or ftp URL',
  badFilepath: 'is in an invalid format. Begin it with a slash, as in /bin/app.zip',
  tooManyLinks: (most: number) => `A release can have at most ${most} links`,
  unknownLink: 'names a link of another release',
  noCommits: 'The repository has no commits yet',
  unknownRef: (ref: string) => `Could not find ref: ${ref}`,
  longRange: (most: number) =>
    `Release notes can cover at most ${most.toLocaleString('en')} commits. Choose a later previous tag`,
} as const
