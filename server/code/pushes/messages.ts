export const messages = {
  create: (branch: string, url: string) => [`To create a merge request for ${branch}, visit:`, `  ${url}`],
  view: (branch: string, url: string) => [`View the merge request for ${branch}:`, `  ${url}`],
  created: (branch: string, url: string) => [`Created a merge request for ${branch}:`, `  ${url}`],
  updated: (branch: string, url: string) => [`Updated the merge request for ${branch}:`, `  ${url}`],
  noOpenOne: (branch: string) => `No open merge request for ${branch}. Add -o merge_request.create to create one`,
  isTarget: (branch: string) => `No merge request for ${branch}: the branch is the target itself`,
  tooManyBranches: (most: number) => `Push up to ${most} branches at a time to create or update merge requests`,
  noTarget: (project: string) => `Project ${project} does not exist, or you cannot create merge requests in it`,
} as const
