export const messages = {
  foreignRef: 'Only branches and tags can be pushed',
  defaultBranchStays: 'The default branch cannot be deleted',
  defaultBranchForward: 'The default branch can only move forward: pull first, then push again',
  adoptedBranch: (branch: string) => `${branch} is the default branch now`,
} as const
