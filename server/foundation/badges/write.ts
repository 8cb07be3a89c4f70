import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { refuseChanged } from '#server/slice.ts'
import { isBadgeAddress } from './address.ts'
import type { BadgePlace } from './queries.ts'

type BadgeInput = {
  readonly name?: string | null
  readonly linkUrl?: string
  readonly imageUrl?: string
}

/** @throws Invalid  an address that is not http or https */
export async function addBadge(
  ctx: Context,
  place: BadgePlace,
  given: BadgeInput & Required<Pick<BadgeInput, 'linkUrl' | 'imageUrl'>>,
): Promise<number> {
  refuseAddresses(given)
  const { id } = await ctx.db
    .insertInto('badges')
    .values({
      namespaceId: place.id,
      name: named(given.name) ?? null,
      linkUrl: given.linkUrl,
      imageUrl: given.imageUrl,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.events.record('badge.created', { badgeId: id }, told(place))
  return id
}

/**
 * @throws NotFound  the place shows no such badge
 * @throws Forbidden  it is a group's and is changed there
 * @throws Invalid  an address that is not http or https
 */
export async function changeBadge(ctx: Context, place: BadgePlace, badgeId: number, given: BadgeInput): Promise<void> {
  await lockBadge(ctx, place, badgeId)
  refuseAddresses(given)
  await ctx.db
    .updateTable('badges')
    .set({
      ...withoutUndefined({ name: named(given.name), linkUrl: given.linkUrl, imageUrl: given.imageUrl }),
      updatedAt: ctx.now,
    })
    .where('id', '=', badgeId)
    .execute()
  await ctx.events.record('badge.updated', { badgeId }, told(place))
}

/**
 * @throws NotFound  the place shows no such badge
 * @throws Forbidden  it is a group's and is deleted there
 * @throws Precondition  it changed since
 */
export async function deleteBadge(
  ctx: Context,
  place: BadgePlace,
  badgeId: number,
  unless: Parameters<typeof refuseChanged>[1],
): Promise<void> {
  refuseChanged(await lockBadge(ctx, place, badgeId), unless)
  await ctx.db.deleteFrom('badges').where('id', '=', badgeId).execute()
  await ctx.events.record('badge.deleted', { badgeId }, told(place))
}

/** The badge, locked until the transaction ends. */
export async function lockBadge(ctx: Context, place: BadgePlace, badgeId: number) {
  const { rows } = await sql<{
    readonly namespaceId: number
    readonly name: string | null
    readonly linkUrl: string
    readonly imageUrl: string
    readonly updatedAt: string
  }>`select b.namespace_id, b.name, b.link_url, b.image_url, iso(b.updated_at) as updated_at from badges b
    where b.id = ${badgeId} and b.namespace_id = any ((select ancestor_ids from namespaces where id = ${place.id})::bigint[])
    for no key update`.execute(ctx.db)
  const badge = rows[0]
  if (badge === undefined || (badge.namespaceId !== place.id && place.facts.kind === 'group'))
    throw new NotFound('Badge')
  if (badge.namespaceId !== place.id) throw new Forbidden('Update group badges in the group')
  return badge
}

const named = (name: string | null | undefined): string | null | undefined =>
  name === undefined ? undefined : oneLine(name ?? '') || null

/** @throws Invalid  an address that is not http or https */
export function refuseAddresses({ linkUrl, imageUrl }: BadgeInput): void {
  const problem = ['must be a URL that starts with http:// or https://']
  const wrong: FieldErrors = {
    ...(linkUrl !== undefined && !isBadgeAddress(linkUrl) ? { linkUrl: problem } : {}),
    ...(imageUrl !== undefined && !isBadgeAddress(imageUrl) ? { imageUrl: problem } : {}),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}

/** Pages of projects listen to their ancestor groups too. */
const told = ({ id, facts }: BadgePlace) => ({
  namespaceId: id,
  topics: [namespaceTopic({ kind: facts.kind === 'project' ? 'project' : 'group', id })],
})
