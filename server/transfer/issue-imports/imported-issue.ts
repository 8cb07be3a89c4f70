import type { Changes } from '#server/plan/issuables/define-attribute.ts'

/** An issue of an import, as its row stores it until it is created. */
export interface ImportedIssue {
  /** People by username, labels and milestone by title. */
  readonly changes: Changes & { readonly title: string }
  readonly isClosed: boolean
  /** Seconds; null where the source tells none. */
  readonly timeEstimate: number | null
  readonly timeSpent: number | null
  /** ISO 8601; set only by who may choose it. */
  readonly createdAt: string | null
}
