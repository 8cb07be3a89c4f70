import type { SiteSettings } from './site-settings.ts'

/** Who creates projects in a group, by the number of the site's setting. @source rest.md 15.7 */
const levels = ['noone', 'maintainer', 'developer', 'administrator', 'owner'] as const

/** The level of a new group for which none was chosen. */
export const projectCreationOf = ({ defaultProjectCreation }: SiteSettings): (typeof levels)[number] =>
  levels[defaultProjectCreation] ?? 'developer'
