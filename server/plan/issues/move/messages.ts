export type Verb = 'move' | 'clone'

/** The reasons why an issue cannot be moved. */
export const messages = {
  sameProject: 'Cannot move issue to project it originates from. Choose another project.',
  movedAlready: 'This issue has already been moved to another project.',
  noRight: (verb: Verb, path: string) => `You need at least the Planner role in ${path} to ${verb} issues there.`,
  noRightForIncidents: (verb: Verb, path: string) =>
    `You need at least the Reporter role in ${path} to ${verb} incidents there.`,
  noIssues: (path: string) => `Issues are turned off in ${path}. Choose another project.`,
  archived: (path: string) => `${path} is archived. Choose another project.`,
  pendingDeletion: (path: string) => `${path} is being deleted. Choose another project.`,
} as const
