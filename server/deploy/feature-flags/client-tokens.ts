import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type FlagTokenKind, mostFlagTokens } from '#contract/deploy/feature-flags/flag-words.ts'
import type { FlagToken } from '#contract/deploy/feature-flags/flags.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { columnsOf, object, pairs } from '#server/platform/sql/shape.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'
import { flagsScope } from './events.ts'
import { environmentProblems } from './flag.ts'
import { messages } from './messages.ts'

/** The prefix of client tokens. */
export const flagTokenPrefix = 'glffct-'

const k = columnsOf('featureFlagTokens', 'k')
const fields = { ...k.fields('id', 'kind', 'name', 'environment', 'ending'), ...k.moments('createdAt', 'lastUsedAt') }

/** The client tokens of a project, oldest first. */
export const listTokens = (ctx: Context, projectId: number, input: Paging) =>
  pageOfJson<readonly Static<typeof FlagToken>[]>(ctx, input, {
    item: object(fields),
    matching: sql`feature_flag_tokens k where k.namespace_id = ${projectId}`,
    order: sql`k.id`,
  })

const makeToken = () => `${flagTokenPrefix}${randomBytes(24).toString('base64url')}`
const endingOf = (token: string): string => token.slice(-4)

interface TokenInput {
  readonly kind: FlagTokenKind
  readonly name?: string
  readonly environment?: string | null
}

/** Create a client token; its text is in the result only. @throws Invalid */
export async function createToken(
  ctx: Context,
  projectId: number,
  { kind, name = '', environment = null }: TokenInput,
): Promise<RawJson> {
  const line = oneLine(name)
  const problems = {
    name: line === '' ? [] : lineProblems(line),
    environment:
      kind === 'instance'
        ? noEnvironmentProblems(environment)
        : environment === null
          ? [messages.blank]
          : environmentProblems(environment),
  }
  const broken = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (broken.length > 0) throw new Invalid(Object.fromEntries(broken))
  // Tokens are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)
  const token = makeToken()
  const { rows } = await sql<{ id: number; json: string }>`
    with k as (
      insert into feature_flag_tokens (namespace_id, kind, name, environment, token_hash, ending, creator_id, created_at)
      select ${projectId}, ${kind}, ${line}, ${environment}, ${hashSecret(token)}, ${endingOf(token)}, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz
      where (select count(*) from feature_flag_tokens where namespace_id = ${projectId}) < ${mostFlagTokens} returning *
    ) select k.id, ${withText(token)}::text as json from k`.execute(ctx.db)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManyTokens)
  await ctx.events.record('feature_flag_token.created', { tokenId: made.id }, flagsScope(projectId))
  return new RawJson(made.json)
}

const noEnvironmentProblems = (environment: string | null): readonly string[] =>
  environment === null ? [] : ['must be left out: the clients of an instance ID name their environment']

const withText = (token: string) => sql`json_build_object(${pairs({ ...fields, token: sql`${token}::text` })})`

/** Replace the text of a client token. @throws NotFound  the project has no such token */
export async function rotateToken(ctx: Context, projectId: number, tokenId: number): Promise<RawJson> {
  const token = makeToken()
  const { rows } = await sql<{ json: string }>`
    with k as (update feature_flag_tokens set token_hash = ${hashSecret(token)}, ending = ${endingOf(token)}
      where namespace_id = ${projectId} and id = ${tokenId} returning *) select ${withText(token)}::text as json from k`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new NotFound('Feature Flags Token')
  await ctx.events.record('feature_flag_token.rotated', { tokenId }, flagsScope(projectId))
  return new RawJson(row.json)
}

/** Revoke a client token, which deletes it. @throws NotFound  the project has no such token */
export async function revokeToken(ctx: Context, projectId: number, tokenId: number): Promise<void> {
  const { numAffectedRows } =
    await sql`delete from feature_flag_tokens where namespace_id = ${projectId} and id = ${tokenId}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Feature Flags Token')
  await ctx.events.record('feature_flag_token.revoked', { tokenId }, flagsScope(projectId))
}
