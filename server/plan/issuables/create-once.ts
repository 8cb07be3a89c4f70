import { sql } from 'kysely'
import { type Context, selfId, transact } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'

/**
 * Create an issue, work item or epic under an idempotency key of the client. A second request with the key returns the same item; while the
 * first one is under way, it waits.
 *
 * @param key  undefined: the client sent none
 * @returns its id
 * @throws Conflict  the key was used in another project or group
 */
export async function createOnce(
  ctx: Context,
  namespaceId: number,
  key: string | undefined,
  create: (ctx: Context) => Promise<{ readonly id: number }>,
): Promise<number> {
  if (key === undefined) return (await create(ctx)).id
  return transact(ctx, async inner => {
    const { rows } = await sql`
      insert into issue_keys (author_id, idempotency_key, namespace_id, created_at)
      values (${selfId(inner)}, ${key}, ${namespaceId}, ${inner.now}::timestamptz) on conflict do nothing returning 1`.execute(
      inner.db,
    )
    if (rows.length === 0) return createdUnder(inner, namespaceId, key)
    const { id } = await create(inner)
    await inner.db
      .updateTable('issueKeys')
      .set({ issuableId: id })
      .where('authorId', '=', selfId(inner))
      .where('idempotencyKey', '=', key)
      .execute()
    return id
  })
}

async function createdUnder(ctx: Context, namespaceId: number, key: string): Promise<number> {
  const found = await ctx.db
    .selectFrom('issueKeys')
    .select('issuableId')
    .where('authorId', '=', selfId(ctx))
    .where('idempotencyKey', '=', key)
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst()
  if (found?.issuableId == null) throw new Conflict('The idempotency key was already used for another item')
  return found.issuableId
}

/** Delete keys after a day, which is longer than any form is sent again. */
export async function purgeIssueKeys(db: Db): Promise<void> {
  await sql`delete from issue_keys where created_at < now() - interval '1 day'`.execute(db)
}
