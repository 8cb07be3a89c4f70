import type { QueryKey } from '@tanstack/react-query'

/** A page as the browser keeps it. */
export interface KeptPage {
  /** The time at which its data were read; ISO 8601. */
  readonly at: string
  /** The replies of its queries, by key. */
  readonly replies: readonly (readonly [key: QueryKey, data: unknown])[]
}
