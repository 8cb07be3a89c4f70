/** Spelled as the requirements spell them. */
export const messages = {
  checkBranches: 'Failed to check related branches.',
  unavailable: 'New branch unavailable',
  createBranch: 'Failed to create a branch for this issue. Please try again.',
  createMergeRequest: 'Could not create the merge request. Please try again.',
  ref: 'Failed to get ref.',
  relatedBranches: 'Failed to load related branches',
  relatedMergeRequests: 'Something went wrong while fetching related merge requests.',
  forks: 'Error fetching forked projects. Please try again.',
  branch: {
    checking: 'Checking branch name availability…',
    available: 'Branch name is available',
    unavailable: 'Branch is already taken',
  },
  source: {
    checking: 'Checking source availability…',
    available: 'Source is available',
    unavailable: 'Source is not available',
  },
} as const
