import { randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { expiryProblems, lineProblems, tooLong } from '#server/platform/text/problems.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { topicsOfPlace } from './events.ts'
import { type TokenRow, tokenColumns } from './present.ts'

export interface NewToken {
  readonly userId: number
  readonly name: string
  readonly description?: string | null
  readonly scopes: readonly string[]
  /** yyyy-mm-dd: the first day on which it does not work any more. */
  readonly expiresAt?: string | null
  readonly impersonation?: boolean
  /** The project or group whose token it is; the user is then its bot. */
  readonly namespaceId?: number | null
  /** The id of the token that it replaces. */
  readonly previousId?: number
}

export interface MadeToken {
  readonly row: TokenRow
  /** The text of the token, which is stored nowhere. */
  readonly token: string
}

/** Scopes that only an administrator's token may have. */
const administrativeScopes = new Set(['sudo', 'admin_mode'])

/**
 * Make a token.
 *
 * @param isAdmin  whether the token's owner is an administrator
 * @throws Invalid
 */
export async function createToken(ctx: Context, given: NewToken, isAdmin: boolean): Promise<MadeToken> {
  const name = oneLine(given.name)
  const scopes = [...new Set(given.scopes)]
  const expiresAt = given.expiresAt ?? null
  const problems = {
    name: lineProblems(name),
    scopes: scopeProblems(scopes, isAdmin),
    expiresAt: expiryProblems(expiresAt, ctx.now),
    description: (given.description ?? '').length > 255 ? [tooLong(255)] : [],
  }
  const found = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (found.length > 0) throw new Invalid(Object.fromEntries(found))
  const { personalAccessTokenPrefix } = await siteNow(ctx)
  const token = `${personalAccessTokenPrefix}${randomBytes(24).toString('base64url')}`
  const row = await ctx.db
    .insertInto('personalAccessTokens')
    .values({
      userId: given.userId,
      name,
      description: given.description ?? null,
      scopes,
      expiresAt,
      impersonation: given.impersonation ?? false,
      namespaceId: given.namespaceId ?? null,
      previousId: given.previousId ?? null,
      tokenHash: hashSecret(token),
      createdAt: ctx.now,
    })
    .returning(tokenColumns)
    .executeTakeFirstOrThrow()
  await ctx.events.record(
    'token.created',
    { tokenId: row.id, userId: given.userId },
    { topics: await topicsOfPlace(ctx, row) },
  )
  return { row, token }
}

function scopeProblems(scopes: readonly string[], isAdmin: boolean): readonly string[] {
  if (scopes.length === 0) return ["can't be blank"]
  return !isAdmin && scopes.some(scope => administrativeScopes.has(scope)) ? ['can only contain available scopes'] : []
}
