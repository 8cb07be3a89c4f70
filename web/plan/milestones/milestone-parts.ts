import type { ComponentType } from 'react'

/** The line of a higher floor that names the releases of a milestone. */
export const milestoneParts: { releases: ComponentType<{ readonly milestoneId: number }> | null } = { releases: null }
