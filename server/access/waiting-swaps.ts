import { type RawBuilder, sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import { visibleEscalations } from './visible.ts'

/**
 * SQL: the requests for swaps of shifts `w` that wait for the actor, with their rotation `r`, schedule `s` and project `n`, as it follows
 * FROM. They are part of the number of to-dos on every page.
 */
export const waitingSwaps = (actor: UserActor): RawBuilder<unknown> =>
  sql`oncall_swaps w join oncall_rotations r on r.id = w.rotation_id join oncall_schedules s on s.id = r.schedule_id
    join namespaces n on n.id = s.namespace_id join projects p on p.id = n.id
  where w.to_user_id = ${actor.id}::bigint and w.state = 'pending' and w.ends_at > now() and not n.inactive and ${visibleEscalations(actor, 'n', 'p')}`
