import { sql } from 'kysely'
import { type Context, selfId, transact } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'

/**
 * Create an issue under an idempotency key of the client. A second request with the key returns the same issue; while the first one is
 * under way, it waits.
 *
 * @returns its id
 * @throws Conflict  the key was used in another project
 */
export async function createOnce(
  ctx: Context,
  projectId: number,
  key: string,
  create: (ctx: Context) => Promise<{ readonly id: number }>,
): Promise<number> {
  return transact(ctx, async inner => {
    const { rows } = await sql`
      insert into issue_keys (author_id, idempotency_key, namespace_id, created_at)
      values (${selfId(inner)}, ${key}, ${projectId}, ${inner.now}::timestamptz) on conflict do nothing returning 1`.execute(
      inner.db,
    )
    if (rows.length === 0) return createdUnder(inner, projectId, key)
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

async function createdUnder(ctx: Context, projectId: number, key: string): Promise<number> {
  const found = await ctx.db
    .selectFrom('issueKeys')
    .select('issuableId')
    .where('authorId', '=', selfId(ctx))
    .where('idempotencyKey', '=', key)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (found?.issuableId == null) throw new Conflict('The idempotency key was already used for another issue')
  return found.issuableId
}

/** Delete keys after a day, which is longer than any form is sent again. */
export async function purgeIssueKeys(db: Db): Promise<void> {
  await sql`delete from issue_keys where created_at < now() - interval '1 day'`.execute(db)
}
