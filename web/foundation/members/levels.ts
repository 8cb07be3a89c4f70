/** The roles by their levels, as the pages name them. @source PERM-001 */
export const roles = [
  { level: 5, name: 'Minimal access', may: 'Can see this group, but nothing in it.' },
  { level: 10, name: 'Guest', may: 'Can view and comment on issues.' },
  { level: 15, name: 'Planner', may: 'Can also plan and label issues, and view code in private projects.' },
  { level: 20, name: 'Reporter', may: 'Can also handle incidents.' },
  { level: 30, name: 'Developer', may: 'Can also push code.' },
  { level: 40, name: 'Maintainer', may: 'Can also manage settings and members.' },
  { level: 50, name: 'Owner', may: 'Can also transfer, archive and delete.' },
] as const

export const roleName = (level: number): string => roles.find(role => role.level === level)?.name ?? `Level ${level}`
