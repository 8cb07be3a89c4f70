import type { Static } from 'typebox'
import * as contract from '#contract/foundation/tokens.ts'
import { isAdmin } from '#server/access/facts.ts'
import { type Context, transact, type UserActor } from '#server/context.ts'
import { Malformed, NotFound, Unauthenticated } from '#server/errors.ts'
import { answer, Paged, pageOf } from '#server/slice.ts'
import { createToken, type NewToken } from './create.ts'
import { ownOrAny, ownOrAnyToRotate } from './find.ts'
import {
  presentImpersonationToken,
  presentNewToken,
  presentToken,
  presentTokenAlone,
  type TokenRow,
} from './present.ts'
import { listTokenRows, tokenRow } from './queries.ts'
import { revokeFamily, revokeToken } from './revoke.ts'
import { rotateToken } from './rotate.ts'

function self(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') throw new Unauthenticated()
  return ctx.actor
}

/** The token of this request. @throws Malformed  it came with a session */
async function used(ctx: Context): Promise<TokenRow> {
  const row = ctx.tokenId === null ? undefined : await tokenRow(ctx.db, ctx.tokenId)
  if (row === undefined) throw new Malformed('no access token in this request')
  return row
}

async function makeFor(ctx: Context, given: NewToken) {
  const owner = await ctx.db
    .selectFrom('users')
    .select(['id', 'isAdmin', 'isBot'])
    .where('id', '=', given.userId)
    .executeTakeFirst()
  if (owner === undefined || owner.isBot) throw new NotFound('User')
  return presentNewToken(await createToken(ctx, given, owner.isAdmin), ctx.now)
}

/** @throws NotFound */
async function impersonation(
  ctx: Context,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<TokenRow> {
  const row = await tokenRow(ctx.db, id)
  if (row === undefined || row.userId !== userId || !row.impersonation) throw new NotFound('Impersonation Token')
  return row
}

type TokenListInput = Static<typeof contract.listTokens.input>

async function list(ctx: Context, input: TokenListInput) {
  const { page, perPage, offset } = pageOf(input)
  const { id } = self(ctx)
  const admin = isAdmin(ctx.actor)
  if (!admin && input.userId !== undefined && input.userId !== id) throw new Unauthenticated()
  const { page: _page, perPage: _perPage, sort, userId, ...filters } = input
  const whose = admin ? (userId ?? null) : id
  const shown = { ...filters, userId: whose, ...(admin ? {} : { impersonation: false }) }
  const { rows, total } = await listTokenRows(ctx.db, shown, { sort: sort ?? 'created_desc', perPage, offset })
  return Paged.offset(
    rows.map(row => presentToken(row, ctx.now)),
    { page, perPage, total },
  )
}

export const tokensAnswers = [
  answer(contract.listTokens, { for: 'signed-in', run: list }),
  answer(contract.getOwnToken, {
    for: 'signed-in',
    run: async ctx => presentTokenAlone(await used(ctx), ctx.now),
  }),
  answer(contract.getToken, {
    for: 'signed-in',
    run: async (ctx, { id }) => presentTokenAlone(await ownOrAny(ctx, id), ctx.now),
  }),
  answer(contract.rotateOwnToken, {
    for: 'signed-in',
    transaction: 'own',
    // Someone with a copy may have rotated it first.
    byRevokedToken: (ctx, tokenId) => transact(ctx, inner => revokeFamily(inner, tokenId)),
    run: async (ctx, { expiresAt }) => presentNewToken(await rotateToken(ctx, await used(ctx), expiresAt), ctx.now),
  }),
  answer(contract.rotateToken, {
    for: 'signed-in',
    transaction: 'own',
    run: async (ctx, { id, expiresAt }) => {
      const token = await ownOrAnyToRotate(ctx, id)
      return presentNewToken(await rotateToken(ctx, token, expiresAt), ctx.now)
    },
  }),
  answer(contract.revokeOwnToken, {
    for: 'signed-in',
    run: async ctx => {
      await revokeToken(ctx, await used(ctx))
    },
  }),
  answer(contract.revokeToken, {
    for: 'signed-in',
    run: async (ctx, { id }) => {
      await revokeToken(ctx, await ownOrAny(ctx, id))
    },
  }),
  answer(contract.createToken, {
    for: 'signed-in',
    // A token must not create one with scopes that it does not have.
    bySession: true,
    run: async (ctx, input) => makeFor(ctx, { ...input, userId: self(ctx).id }),
  }),
  answer(contract.createLimitedToken, {
    for: 'signed-in',
    run: async (ctx, input) => makeFor(ctx, { ...input, userId: self(ctx).id }),
  }),
  answer(contract.createTokenFor, { for: 'admin', run: async (ctx, input) => makeFor(ctx, input) }),

  answer(contract.listImpersonationTokens, {
    for: 'admin',
    run: async (ctx, { userId, state, ...paging }) => {
      const { page, perPage, offset } = pageOf(paging)
      const filters = { userId, impersonation: true, ...(state === 'active' || state === 'inactive' ? { state } : {}) }
      const { rows, total } = await listTokenRows(ctx.db, filters, { sort: 'created_desc', perPage, offset })
      return Paged.offset(
        rows.map(row => presentImpersonationToken(row, ctx.now)),
        { page, perPage, total },
      )
    },
  }),
  answer(contract.createImpersonationToken, {
    for: 'admin',
    run: async (ctx, input) => ({ ...(await makeFor(ctx, { ...input, impersonation: true })), impersonation: true }),
  }),
  answer(contract.getImpersonationToken, {
    for: 'admin',
    run: async (ctx, input) => presentImpersonationToken(await impersonation(ctx, input), ctx.now),
  }),
  answer(contract.revokeImpersonationToken, {
    for: 'admin',
    run: async (ctx, input) => {
      await revokeToken(ctx, await impersonation(ctx, input))
    },
  }),
]
