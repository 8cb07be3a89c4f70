/** The names of the pages, in the window's title and the pages' headings. */
export const deployTitles = {
  environments: 'Environments',
  /** @param name  of the environment */
  environment: (name: string) => name,
  newEnvironment: 'New environment',
  editEnvironment: (name: string) => `Edit ${name}`,
  deploySettings: 'Deployment settings',
  releases: 'Releases',
  release: (name: string) => name,
  newRelease: 'New release',
  editRelease: (name: string) => `Edit ${name}`,
} as const
