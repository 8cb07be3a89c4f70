import * as contract from '#contract/foundation/roles.ts'

const may = {
  minimal: 'Can see the group but not its contents.',
  guest: 'Can view and comment on issues.',
  planner: 'Can also plan and label issues, and view code in private projects.',
  reporter: 'Can also handle incidents.',
  developer: 'Can also push code.',
  maintainer: 'Can also manage settings and members.',
  owner: 'Can also transfer, archive and delete.',
} as const satisfies Readonly<Record<contract.Role, string>>

/** The roles by their levels, as the pages describe them. @source PERM-001 */
export const roles = contract.roleWords.map(role => ({ ...contract.roles[role], may: may[role] }))

export const roleName = (level: number): string => roles.find(role => role.level === level)?.name ?? `Level ${level}`
