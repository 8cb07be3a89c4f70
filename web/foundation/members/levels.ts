/** The roles by their levels, as the pages name them. @source PERM-001 */
export const roles = [
  { level: 10, name: 'Guest', may: 'Reads and comments on issues.' },
  { level: 20, name: 'Reporter', may: 'Also labels and assigns issues, and reads the code of private projects.' },
  { level: 30, name: 'Developer', may: 'Also pushes code.' },
  { level: 40, name: 'Maintainer', may: 'Also changes settings and members.' },
  { level: 50, name: 'Owner', may: 'Also transfers, archives and deletes.' },
] as const

export const roleName = (level: number): string =>
  roles.find(role => role.level === level)?.name ?? (level === 5 ? 'Minimal access' : `Level ${level}`)
