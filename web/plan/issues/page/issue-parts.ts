import type { ComponentType } from 'react'

/** What higher floors show on the page of an issue, between its links and its discussion. */
export interface IssuePart {
  readonly key: string
  /** Names the part where it fails. */
  readonly label: string
  readonly component: ComponentType
}

/** Filled once, before the first page shows. */
export const issueParts: IssuePart[] = []
