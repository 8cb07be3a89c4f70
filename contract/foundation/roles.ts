/**
 * The roles of members with their access levels, and their names in the API and on pages.
 *
 * @source PERM-001, rest.md 1.11
 */
export const roles = {
  minimal: { level: 5, name: 'Minimal Access' },
  guest: { level: 10, name: 'Guest' },
  planner: { level: 15, name: 'Planner' },
  reporter: { level: 20, name: 'Reporter' },
  developer: { level: 30, name: 'Developer' },
  maintainer: { level: 40, name: 'Maintainer' },
  owner: { level: 50, name: 'Owner' },
} as const

export type Role = keyof typeof roles

// The keys of the object above are its names.
export const roleWords = Object.keys(roles) as readonly Role[]
