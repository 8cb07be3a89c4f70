export const messages = {
  notOnBranch: (sha: string, branch: string) => `Commit ${sha.slice(0, 8)} is not on the branch ${branch}`,
  noCommits: 'The project has no commits. Push the scanned code first, then send the report again',
  category: 'must be a single line',
  linked: 'Issue is already linked to this vulnerability',
  hasCreatedIssue: 'An issue was already created from this vulnerability',
  noReference: 'names no issue or merge request that you can see',
  linkedReference: 'is linked to this vulnerability already',
  isVulnerability: 'This finding is a vulnerability of the project already',
  reason: 'can only be given when a vulnerability is dismissed',
  isCreating: 'An identical vulnerability exists already',
} as const
