import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { discardUnsentText, forgetUnsentText, keepUnsentText } from '#contract/feeds/unsent-texts.ts'
import { unsentTextsTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type PlaceOwner, readPlace } from './place.ts'
import { type OwnerName, ownerName, writer } from './queries.ts'

type UnsentTextInput = Static<typeof keepUnsentText.input>

/** The limit of texts of one person; above it they get an error, and only the browser keeps further texts. */
export const maxTexts = 200

/** Discarded texts kept per user, for devices that have not synchronized yet. */
const maxDiscarded = 100

/**
 * Save the unsent text of a text box on one device. The user's other pages are notified when it is new, not at every
 * save. Text for an item that was deleted or is no longer accessible is still saved; a text older than the last one
 * from the device is not.
 *
 * @throws NotFound  the actor cannot see the item of the text box, and has no text there
 * @throws Invalid  there are too many
 */
export async function keepText(ctx: Context, given: UnsentTextInput): Promise<KeptTextRow> {
  const user = writer(ctx)
  const { place, device } = given
  const { owner } = readPlace(place)
  const name = await ownerName(ctx, owner)
  const about = name === null ? await knownOwner(ctx, place) : { ...idsOf(owner), ...name }
  if (about === undefined) throw new NotFound('Place')
  const fields = given.fields === undefined ? null : JSON.stringify(given.fields)
  const writtenMs = given.writtenMs ?? null
  const { rows } = await sql<KeptTextRow>`
    with replaced as (
      update unsent_texts set ${discarded(ctx)} where user_id = ${user.id} and id = ${given.replaces ?? null}::bigint
        and not (place = ${place} and device = ${device}) and discarded_at is null returning id
    ), old as (${forgetOld(user.id)} and exists (select 1 from replaced)), before as (
      select 1 from unsent_texts where user_id = ${user.id} and place = ${place} and device = ${device} and discarded_at is null
    ), kept as (
      insert into unsent_texts (user_id, place, device, issuable_id, note_id, namespace_id, milestone_id, about_title, about_reference,
        body, fields, base, base_version, created_at, updated_at, written_ms)
      select ${user.id}, ${place}, ${device}, ${about.issuableId}::bigint, ${about.noteId}::bigint, ${about.namespaceId}::bigint,
        ${about.milestoneId}::bigint, ${about.title}::text, ${about.reference}::text, ${given.text}, ${fields}::jsonb, ${given.base ?? null},
        ${given.baseVersion ?? null}::integer, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, coalesce(${writtenMs}::bigint, 0)
      where exists (select 1 from before)
        or (select count(*) from unsent_texts where user_id = ${user.id} and discarded_at is null) < ${maxTexts}
      on conflict (user_id, place, device) do update set body = excluded.body, fields = excluded.fields, base = excluded.base,
        base_version = excluded.base_version, about_title = excluded.about_title, about_reference = excluded.about_reference,
        updated_at = excluded.updated_at, written_ms = greatest(unsent_texts.written_ms, excluded.written_ms), discarded_at = null,
        is_forgotten = false
      where ${writtenMs}::bigint is null or unsent_texts.written_ms < excluded.written_ms
        or (unsent_texts.written_ms = excluded.written_ms and unsent_texts.discarded_at is null)
      returning id, updated_at, written_ms, not exists (select 1 from before) as is_new
    )
    select kept.*, case when kept.is_new or exists (select 1 from replaced) then ${told(user.id)} end as told from kept`.execute(
    ctx.db,
  )
  const kept = rows[0] ?? (await laterOne(ctx, given))
  if (kept === undefined) throw new Invalid({ base: [`You have reached the limit of ${maxTexts} unsent drafts`] })
  return { id: kept.id, updatedAt: kept.updatedAt, writtenMs: kept.writtenMs }
}

interface KeptTextRow {
  readonly id: number
  readonly updatedAt: string
  readonly writtenMs: number
}

/** A text that the device wrote for the same box later or at the same moment, and that arrived before this call. */
async function laterOne(ctx: Context, { place, device, writtenMs }: UnsentTextInput): Promise<KeptTextRow | undefined> {
  if (writtenMs === undefined) return undefined
  const { rows } = await sql<KeptTextRow>`select id, updated_at, written_ms from unsent_texts
    where user_id = ${writer(ctx).id} and place = ${place} and device = ${device} and written_ms >= ${writtenMs}::bigint`.execute(
    ctx.db,
  )
  return rows[0]
}

interface About extends OwnerName {
  readonly issuableId: number | null
  readonly noteId: number | null
  readonly namespaceId: number | null
  readonly milestoneId: number | null
}

function idsOf(owner: PlaceOwner) {
  const of = (kind: PlaceOwner['of']) => (owner.of === kind && owner.of !== 'person' ? owner.id : null)
  return { issuableId: of('issuable'), noteId: of('note'), namespaceId: of('namespace'), milestoneId: of('milestone') }
}

/** The item of a text box, as recorded with the actor's own texts. */
async function knownOwner(ctx: Context, place: string): Promise<About | undefined> {
  const { rows } =
    await sql<About>`select issuable_id, note_id, namespace_id, milestone_id, about_title as title, about_reference as reference
    from unsent_texts where user_id = ${writer(ctx).id} and place = ${place} and discarded_at is null limit 1`.execute(
      ctx.db,
    )
  return rows[0]
}

/** Deletes the content at once, and keeps the mark that it was discarded until its device has synchronized. */
const discarded = (ctx: Context) =>
  sql`discarded_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, body = '', fields = null, base = null`

const forgetOld = (userId: number) =>
  sql`delete from unsent_texts where id in (select id from unsent_texts where user_id = ${userId} and discarded_at is not null
    order by discarded_at desc offset ${sql.lit(maxDiscarded)})`

const told = (userId: number) => sql`pg_notify('weft_live', ${JSON.stringify([unsentTextsTopic(userId)])})`

/**
 * Delete the actor's text for a text box on the requesting device. Succeeds if there is none: a save that is still on its way, and
 * was written before, then finds a mark.
 */
export async function forgetText(
  ctx: Context,
  { place, device, replaces, writtenMs = 0 }: Static<typeof forgetUnsentText.input>,
): Promise<void> {
  const user = writer(ctx)
  await sql`
    with replaced as (
      update unsent_texts set ${discarded(ctx)} where user_id = ${user.id} and id = ${replaces ?? null}::bigint
        and not (place = ${place} and device = ${device}) and discarded_at is null returning id
    ), gone as (
      select id from unsent_texts where user_id = ${user.id} and place = ${place} and device = ${device} and discarded_at is null
    ), deleted as (
      delete from unsent_texts where user_id = ${user.id} and place = ${place} and device = ${device} and ${writtenMs}::bigint = 0
    ), marked as (
      insert into unsent_texts as t (user_id, place, device, body, written_ms, discarded_at, updated_at, is_forgotten)
      select ${user.id}, ${place}, ${device}, '', ${writtenMs}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, true
      where ${writtenMs}::bigint > 0
      on conflict (user_id, place, device) do update set ${discarded(ctx)}, written_ms = excluded.written_ms, is_forgotten = true
      where t.written_ms <= excluded.written_ms
    ), old as (${forgetOld(user.id)})
    select ${told(user.id)} from (select id from gone union all select id from replaced) each limit 1`.execute(ctx.db)
}

/** Discard a text of any of the actor's devices. Succeeds if there is none. */
export async function discardText(ctx: Context, { id }: Static<typeof discardUnsentText.input>): Promise<void> {
  const user = writer(ctx)
  await sql`
    with gone as (
      update unsent_texts set ${discarded(ctx)} where user_id = ${user.id} and id = ${id} and discarded_at is null returning id
    ), old as (${forgetOld(user.id)})
    select ${told(user.id)} from gone`.execute(ctx.db)
}
