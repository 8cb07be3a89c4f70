import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { forgetUnsentText, keepUnsentText } from '#contract/feeds/unsent-texts.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { readPlace } from './place.ts'
import { isOwnerInSight, writer } from './queries.ts'

type Given = Static<typeof keepUnsentText.input>

/** Texts of one person at most; who has more is told so, and the browser alone keeps what comes on top. */
export const textsAtMost = 200

/** Names the person's list of places to their open pages. */
export const unsentTopic = (userId: number): string => `unsent-texts:${userId}`

/**
 * Keep what the actor types in a place on one device. Their other pages hear of it when it is new, and not at every pause:
 * who goes on with it asks for the text itself.
 *
 * @throws NotFound  the place belongs to nothing the actor may know of
 * @throws Invalid  there are too many
 */
export async function keepText(ctx: Context, given: Given): Promise<{ id: number; updatedAt: string }> {
  const user = writer(ctx)
  const { owner } = readPlace(given.place)
  if (!(await isOwnerInSight(ctx, owner))) throw new NotFound('Place')
  const of = (kind: typeof owner.of) => (owner.of === kind && owner.of !== 'person' ? owner.id : null)
  const { rows } = await sql<{ id: number; updatedAt: string; isNew: boolean }>`
    with replaced as (
      delete from unsent_texts where user_id = ${user.id} and id = ${given.replaces ?? null}::bigint
        and not (place = ${given.place} and device = ${given.device}) returning id
    ), kept as (
      insert into unsent_texts (user_id, place, device, issuable_id, note_id, namespace_id, milestone_id, body, base, base_version, created_at, updated_at)
      select ${user.id}, ${given.place}, ${given.device}, ${of('issuable')}::bigint, ${of('note')}::bigint, ${of('namespace')}::bigint,
        ${of('milestone')}::bigint, ${given.text}, ${given.base ?? null}, ${given.baseVersion ?? null}::integer, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      where exists (select 1 from unsent_texts where user_id = ${user.id} and place = ${given.place} and device = ${given.device})
        or (select count(*) from unsent_texts where user_id = ${user.id}) < ${textsAtMost}
      on conflict (user_id, place, device) do update set body = excluded.body, base = excluded.base, base_version = excluded.base_version,
        updated_at = excluded.updated_at
      returning id, updated_at, xmax = 0 as is_new
    )
    select kept.*, case when kept.is_new or exists (select 1 from replaced)
      then pg_notify('weft_live', ${JSON.stringify([unsentTopic(user.id)])}) end as told from kept`.execute(ctx.db)
  const kept = rows[0]
  if (kept === undefined)
    throw new Invalid({ base: [`You have ${textsAtMost} unsent texts, which is the most there can be`] })
  return { id: kept.id, updatedAt: kept.updatedAt }
}

/** Forget what the actor typed in a place on one device. What is gone already is no failure: that was the wish. */
export async function forgetText(
  ctx: Context,
  { place, device, replaces }: Static<typeof forgetUnsentText.input>,
): Promise<void> {
  const user = writer(ctx)
  await sql`
    with gone as (
      delete from unsent_texts where user_id = ${user.id}
        and (place = ${place} and device = ${device} or id = ${replaces ?? null}::bigint) returning id
    )
    select pg_notify('weft_live', ${JSON.stringify([unsentTopic(user.id)])}) from gone`.execute(ctx.db)
}
