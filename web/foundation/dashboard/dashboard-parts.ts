import type { ComponentType } from 'react'

/** A part that higher floors add to a user's home, above the projects. */
export interface DashboardPart {
  readonly key: string
  /** Names the part where it fails. */
  readonly label: string
  readonly component: ComponentType
  /** Loads it while the page is loaded. */
  readonly ahead: () => Promise<unknown>
}

/** Filled once, before the first page shows. */
export const dashboardParts: DashboardPart[] = []
