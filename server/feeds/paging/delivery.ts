import type { PagingChannel } from '#contract/feeds/paging-rules.ts'

/** A message of a page whose time has come. */
export interface DueDelivery {
  readonly id: number
  readonly userId: number
  /** Null for a test page. */
  readonly issuableId: number | null
  readonly part: string
  readonly channel: PagingChannel
  readonly minutes: number
  readonly lead: string
}
