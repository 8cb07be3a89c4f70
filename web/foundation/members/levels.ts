/** The roles by their levels, as the pages name them. @source PERM-001 */
export const roles = [
  { level: 5, name: 'Minimal access', may: 'Sees this group, but nothing in it.' },
  { level: 10, name: 'Guest', may: 'Reads and comments on issues.' },
  { level: 15, name: 'Planner', may: 'Also plans and labels issues, and reads the code of private projects.' },
  { level: 20, name: 'Reporter', may: 'Also handles incidents.' },
  { level: 30, name: 'Developer', may: 'Also pushes code.' },
  { level: 40, name: 'Maintainer', may: 'Also changes settings and members.' },
  { level: 50, name: 'Owner', may: 'Also transfers, archives and deletes.' },
] as const

export const roleName = (level: number): string => roles.find(role => role.level === level)?.name ?? `Level ${level}`
