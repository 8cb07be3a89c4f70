export const messages = {
  taken: (name: string) => `Protected environment '${name}' already exists`,
  noLevel: (known: readonly number[]) => `must be one of ${known.join(', ')}`,
  oneOf: 'needs exactly one of access_level, user_id and group_id',
  noUser: 'is not a member of this project who can read its deployments',
  noDeployer: 'is not a member of this project with at least the Developer role',
  noMaintainer: 'is not a member of this group with at least the Maintainer role',
  noSubgroup: 'is not a group below this group',
  noGroup: 'is not a group that you can see',
  noEntry: (id: number) => `has no entry ${id}`,
  noDeployers: 'must name at least one role, user or group',
  tooMany: (most: number) => `A project or group can have at most ${most} protected environments`,
  tooManyEntries: (most: number) => `can have at most ${most} entries`,
} as const
