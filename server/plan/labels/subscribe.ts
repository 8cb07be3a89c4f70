import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Unauthenticated, Unchanged } from '#server/errors.ts'
import type { LabelRow } from './find.ts'

/**
 * Subscribe to a label or unsubscribe from it.
 *
 * @throws Unchanged  it is so already
 */
export async function subscribeToLabel(
  ctx: Context,
  label: Allowed<'label:subscribe', LabelRow>,
  isSubscribed: boolean,
): Promise<void> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  const projectId = label.placeKind === 'project' ? label.placeId : null
  const { numAffectedRows } = isSubscribed
    ? await sql`insert into label_subscriptions (label_id, user_id, project_id) values (${label.id}, ${ctx.actor.id}, ${projectId}::bigint)
        on conflict do nothing`.execute(ctx.db)
    : await sql`delete from label_subscriptions where label_id = ${label.id} and user_id = ${ctx.actor.id}`.execute(
        ctx.db,
      )
  if (numAffectedRows === 0n) throw new Unchanged()
}
