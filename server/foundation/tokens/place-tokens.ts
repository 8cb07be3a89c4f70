import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { placeTokenOperations } from '#contract/foundation/place-tokens.ts'
import { userTopic } from '#contract/live-topics.ts'
import { levels } from '#server/access/levels.ts'
import { type Context, selfId } from '#server/context.ts'
import { Forbidden, Invalid, NotAllowed, NotFound } from '#server/errors.ts'
import { insertMembers, recordAdded } from '#server/foundation/members/add.ts'
import type { Place } from '#server/foundation/members/place.ts'
import { checkLevel, checkMayHandle, grantableLevels } from '#server/foundation/members/rules.ts'
import { openIssuesSql, placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { insertUser } from '#server/foundation/users/creation/insert-user.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { createToken } from './create.ts'
import { presentNewToken, presentToken, presentTokenAlone, type TokenRow } from './present.ts'
import { listTokenRows, tokenRow } from './queries.ts'
import { revokeToken } from './revoke.ts'
import { checkWithinYear, rotateToken } from './rotate.ts'

type Operations = (typeof placeTokenOperations)['project']

export async function listPlaceTokens(ctx: Context, place: Place, input: Static<Operations['list']['input']>) {
  const { page, perPage, offset } = pageOf(input)
  const { id: _id, page: _page, perPage: _perPage, sort, ...filters } = input
  const wanted = { ...filters, userId: null, namespaceId: place.id }
  const { rows, total } = await listTokenRows(ctx.db, wanted, { sort: sort ?? 'created_desc', perPage, offset })
  const levelOf = await levelsOfBots(ctx, place, rows)
  return Paged.offset(
    rows.map(row => ({ ...presentToken(row, ctx.now), accessLevel: levelOf(row) })),
    { page, perPage, total },
  )
}

/** The page of the active tokens, with the header of their place. */
export async function showPlaceTokensPage(ctx: Context, place: Place) {
  const wanted = { userId: null, namespaceId: place.id, state: 'active' } as const
  const { rows } = await listTokenRows(ctx.db, wanted, { sort: 'created_desc', perPage: 100, offset: 0 })
  const levelOf = await levelsOfBots(ctx, place, rows)
  const openIssues = openIssuesSql(ctx.actor, place.facts)
  const { header } = await ctx.db
    .selectFrom('namespaces as n')
    .select(
      sql<string>`${placeHeaderJson(ctx.services.settings, ctx.actor, place.facts, openIssues)}::text`.as('header'),
    )
    .where('n.id', '=', place.id)
    .executeTakeFirstOrThrow()
  return {
    namespace: new RawJson(header),
    tokens: rows.map(row => ({ ...presentToken(row, ctx.now), accessLevel: levelOf(row) })),
    grantable: grantableLevels(ctx, place).filter(level => level !== levels.minimal),
  }
}

/** @throws NotFound  no such token here */
export async function getPlaceToken(ctx: Context, place: Place, tokenId: number) {
  const row = await tokenOf(ctx, place, tokenId)
  const levelOf = await levelsOfBots(ctx, place, [row])
  return { ...presentTokenAlone(row, ctx.now), accessLevel: levelOf(row) }
}

/**
 * Create a token of a project or group, and a bot of its own as a member there until the token expires.
 *
 * @throws Invalid
 * @throws Forbidden  a bot asks, or only owners make owners
 */
export async function createPlaceToken(ctx: Context, place: Place, given: Static<Operations['create']['input']>) {
  const creator = await managerOf(ctx)
  const accessLevel = given.accessLevel ?? levels.maintainer
  checkLevel(place, accessLevel)
  if (accessLevel === levels.minimal) throw new Invalid({ accessLevel: ['is not included in the list'] })
  checkMayHandle(ctx, place, accessLevel)
  checkWithinYear(ctx, given.expiresAt)
  const username = `${place.kind}_${place.id}_bot_${randomBytes(16).toString('hex')}`
  const { userId } = await insertUser(ctx.db, {
    username,
    name: oneLine(given.name),
    email: `${username}@noreply.localhost`,
    passwordHash: null,
    isBot: true,
    isExternal: creator.isExternal,
    canCreateGroup: false,
    projectsLimit: 0,
    createdById: creator.id,
  })
  await ctx.events.record('user.created', { userId }, { topics: [userTopic(userId)] })
  const { name, description = null, scopes, expiresAt } = given
  const wanted = { userId, name, description, scopes, expiresAt, namespaceId: place.id }
  const made = await createToken(ctx, wanted, false)
  const members = [{ userId, accessLevel, expiresAt }]
  await insertMembers(ctx, place, members)
  await recordAdded(ctx, place, members)
  return { ...presentNewToken(made, ctx.now), accessLevel }
}

/** @throws NotFound  no such token here @throws Unauthenticated  it is revoked or expired @throws Forbidden */
export async function rotatePlaceToken(ctx: Context, place: Place, tokenId: number, expiresAt: string | undefined) {
  const { row, accessLevel } = await manageable(ctx, place, tokenId)
  return { ...presentNewToken(await rotateToken(ctx, row, expiresAt), ctx.now), accessLevel }
}

/** Rotate the token of this request. @throws NotAllowed  it is none of this project or group */
export async function rotateUsedPlaceToken(ctx: Context, place: Place, expiresAt: string | undefined) {
  const row = ctx.tokenId === null ? undefined : await tokenRow(ctx.db, ctx.tokenId)
  if (row?.namespaceId !== place.id) throw new NotAllowed('405 Method Not Allowed')
  const levelOf = await levelsOfBots(ctx, place, [row])
  return { ...presentNewToken(await rotateToken(ctx, row, expiresAt), ctx.now), accessLevel: levelOf(row) }
}

/** @throws NotFound  no such token here @throws Forbidden */
export async function revokePlaceToken(ctx: Context, place: Place, tokenId: number): Promise<void> {
  const { row } = await manageable(ctx, place, tokenId)
  await revokeToken(ctx, row)
}

/** A token that the caller may replace or end: a maintainer must not get hold of an owner's. */
async function manageable(ctx: Context, place: Place, tokenId: number) {
  await managerOf(ctx)
  const row = await tokenOf(ctx, place, tokenId)
  const levelOf = await levelsOfBots(ctx, place, [row])
  const accessLevel = levelOf(row)
  checkMayHandle(ctx, place, accessLevel ?? 0)
  return { row, accessLevel }
}

/** The person who manages tokens. @throws Forbidden  a bot would outlive its own token by another one */
async function managerOf(ctx: Context) {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'isBot', 'isExternal'])
    .where('id', '=', selfId(ctx))
    .executeTakeFirst()
  if (user === undefined || user.isBot) throw new Forbidden()
  return user
}

async function tokenOf(ctx: Context, place: Place, tokenId: number): Promise<TokenRow> {
  const row = await tokenRow(ctx.db, tokenId)
  if (row?.namespaceId !== place.id) throw new NotFound('Access Token')
  return row
}

async function levelsOfBots(ctx: Context, place: Place, tokens: readonly TokenRow[]) {
  const rows = await ctx.db
    .selectFrom('memberships')
    .select(['userId', 'accessLevel'])
    .where('namespaceId', '=', place.id)
    .where('groupId', 'is', null)
    .where(sql<boolean>`user_id = any (${tokens.map(token => token.userId)}::bigint[])`)
    .execute()
  const known = new Map(rows.map(row => [row.userId, row.accessLevel]))
  return ({ userId }: TokenRow): number | null => known.get(userId) ?? null
}
