import { type RawBuilder, sql } from 'kysely'

/** Whether another merge request must be merged first, over `merge_requests mr`. */
export const isBlocked: RawBuilder<boolean> = sql<boolean>`exists (select 1 from merge_request_blocks bl
  join issuables bi on bi.id = bl.blocking_id where bl.blocked_id = mr.id and bi.state <> 'merged')`
