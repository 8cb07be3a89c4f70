import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { mostClientKeys } from '#contract/monitor/error-tracking/error-words.ts'
import type { ErrorClientKey } from '#contract/monitor/error-tracking/errors.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'
import { messages } from './messages.ts'
import { dsnOf } from './paths.ts'
import { errorsScope } from './scope.ts'
import './events.ts'

/** A client key, as members of a JSON object over `error_client_keys k`. The address is that of any key, with this one in it. */
function keyFields(ctx: Context, projectId: number) {
  const [before = '', after = ''] = dsnOf(ctx.services.settings, projectId, keyMark).split(keyMark)
  return { ...k.fields('id', 'active', 'publicKey'), sentry_dsn: sql`${before} || k.public_key || ${after}` }
}

const keyMark = 'key-of-project'

/** The client keys of a project, oldest first. */
export const pageOfKeys = (ctx: Context, projectId: number, input: Paging) =>
  pageOfJson<readonly Static<typeof ErrorClientKey>[]>(ctx, input, {
    item: object(keyFields(ctx, projectId)),
    matching: sql`error_client_keys k where k.namespace_id = ${projectId}`,
    order: sql`k.id`,
  })

/** All client keys of a project with their dates. */
export async function keysWithDates(ctx: Context, projectId: number): Promise<RawJson> {
  const { rows } = await sql<{ keys: string }>`
    select coalesce(json_agg(${object({ ...keyFields(ctx, projectId), ...k.moments('createdAt') })} order by k.id), '[]')::text as keys
    from error_client_keys k where k.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.keys ?? '[]')
}

/** Create a client key. @throws Invalid  the project has too many */
export async function createClientKey(ctx: Context, projectId: number): Promise<RawJson> {
  // Keys are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)
  const publicKey = `glet_${randomBytes(16).toString('hex')}`
  const { rows } = await sql<{ id: number; json: string }>`
    with k as (
      insert into error_client_keys (namespace_id, public_key, created_at)
      select ${projectId}, ${publicKey}, ${ctx.now}::timestamptz
      where (select count(*) from error_client_keys where namespace_id = ${projectId}) < ${mostClientKeys} returning *
    ) select k.id, ${object(keyFields(ctx, projectId))}::text as json from k`.execute(ctx.db)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManyKeys)
  await ctx.events.record('error_client_key.created', { keyId: made.id }, errorsScope(projectId))
  return new RawJson(made.json)
}

/** Revoke a client key, which deletes it. @throws NotFound  the project has no such key */
export async function revokeClientKey(ctx: Context, projectId: number, keyId: number): Promise<void> {
  const { numAffectedRows } =
    await sql`delete from error_client_keys where namespace_id = ${projectId} and id = ${keyId}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Client Key')
  await ctx.events.record('error_client_key.revoked', { keyId }, errorsScope(projectId))
}

import { columnsOf, object } from '#server/platform/sql/shape.ts'

const k = columnsOf('errorClientKeys', 'k')
