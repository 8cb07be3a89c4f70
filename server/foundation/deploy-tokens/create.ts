import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deployTokenScopes } from '#contract/foundation/deploy-tokens.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { expiryProblems, lineProblems, tooLong } from '#server/platform/text/problems.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { type DeployTokenPlace, eventScope } from './events.ts'
import { presentDeployToken } from './queries.ts'

/** The prefix of deploy tokens, by which the doors tell them from other secrets. */
export const deployTokenPrefix = 'gldt-'

interface NewDeployToken {
  readonly name: string
  readonly scopes: readonly string[]
  /** Made up of the id when it is empty. */
  readonly username?: string | null
  readonly expiresAt?: string | null
}

/**
 * Create a deploy token; its text is in the result only.
 *
 * @throws Invalid
 */
export async function createDeployToken(ctx: Context, place: DeployTokenPlace, given: NewDeployToken) {
  const name = oneLine(given.name)
  const username = given.username?.trim() ?? ''
  const scopes = [...new Set(given.scopes)]
  const expiresAt = given.expiresAt ?? null
  const found = Object.entries({
    name: lineProblems(name),
    username: usernameProblems(username),
    scopes: scopeProblems(scopes),
    expiresAt: expiryProblems(expiresAt, ctx.now),
  }).filter(([, sentences]) => sentences.length > 0)
  if (found.length > 0) throw new Invalid(Object.fromEntries(found))
  const token = `${deployTokenPrefix}${randomBytes(24).toString('base64url')}`
  const creatorId = userIdOf(ctx)
  const { rows } = await sql<{ id: number; username: string }>`
    with made as (select nextval(pg_get_serial_sequence('deploy_tokens', 'id')) as id)
    insert into deploy_tokens (id, namespace_id, creator_id, name, username, token_hash, scopes, expires_at, created_at)
    overriding system value
    select id, ${place.id}, ${creatorId}::bigint, ${name}, coalesce(nullif(${username}::text, ''), 'gitlab+deploy-token-' || id),
      ${hashSecret(token)}, ${scopes}::text[], ${expiresAt}::timestamptz, ${ctx.now}::timestamptz from made
    returning id, username`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new Error('a deploy token without a row')
  await ctx.events.record('deploy_token.created', { deployTokenId: row.id }, eventScope(place))
  return { ...presentDeployToken({ ...row, name, scopes, expiresAt, revoked: false }, ctx.now), token }
}

function usernameProblems(username: string): readonly string[] {
  if (username.length > 255) return [tooLong(255)]
  return /^[A-Za-z0-9.+_-]*$/.test(username) ? [] : ["can contain only letters, digits, '_', '-', '+', and '.'"]
}

function scopeProblems(scopes: readonly string[]): readonly string[] {
  if (scopes.length === 0) return ["can't be blank"]
  const known: readonly string[] = deployTokenScopes
  return scopes.every(scope => known.includes(scope)) ? [] : [`can contain only ${known.join(', ')}`]
}
