import { type RawBuilder, sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { undoableDays } from './forget.ts'
import { changeEvents } from './made.ts'

/** The id of the item that an event of `events e` changed. */
export const itemOf = sql<number>`coalesce(e.payload->>'issueId', e.payload->>'issuableId')::bigint`

/** The time since which changes can be undone. */
export const undoableSince = ({ now }: Context): RawBuilder<unknown> =>
  sql`${now}::timestamptz - ${sql.lit(undoableDays)} * interval '1 day'`

/**
 * Whether a row of `events e` is a change of the actor that can be undone on its own. Changes of a change set are undone with the
 * set, and closing by a move or promotion cannot be undone. The condition matches the indexes `events_own_changes` and `events_own_changes_of_item`.
 */
export const isOwnUndoable = (ctx: Context): RawBuilder<boolean> => sql<boolean>`(e.actor_id = ${selfId(ctx)}
  and e.name in (${sql.join(changeEvents.map(name => sql.lit(name)))}) and e.payload->>'changeSetId' is null
  and e.created_at > ${undoableSince(ctx)} and e.payload->>'movedToId' is null and e.payload->>'promotedToId' is null
  and e.payload->>'isImported' is null)`

/** Whether changes of `issuables i` can be undone: its slice plugs in a function that reverts them. */
export const isOfUndoableKind = ({ services }: Context): RawBuilder<boolean> =>
  sql<boolean>`i.series in (${sql.join(services.plugs.changers.map(({ series }) => sql.lit(series)))})`
