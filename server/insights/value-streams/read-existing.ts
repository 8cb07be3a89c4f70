import { sql } from 'kysely'
import { anonymous, createContext, type Services, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { oldestCommitOf } from './first-commit.ts'
import { readMoments, storeFirstCommit } from './moments.ts'

const itemsAtOnce = 500

/**
 * Read the moments of items that are older than the aggregation. Each piece is a transaction that also says how far it went: a
 * process that is killed loses one piece, and the next one continues there.
 */
export async function readExisting(db: Db, services: Services): Promise<void> {
  while (await readPiece(db, services));
}

/** @returns false when nothing is left */
async function readPiece(db: Db, services: Services): Promise<boolean> {
  const { rows: readings } = await sql<{ namespaceId: number; afterId: number }>`
    select namespace_id, after_id from moment_readings order by created_at, namespace_id limit 1`.execute(db)
  const [reading] = readings
  if (reading === undefined) return false
  const { namespaceId, afterId } = reading
  const among =
    namespaceId === 0
      ? sql`true`
      : sql`exists (select 1 from namespaces n where n.id = i.namespace_id and n.ancestor_ids @> array[${namespaceId}::bigint])`
  const { rows } = await sql<{ id: number; needsCommit: boolean }>`
    select i.id, i.series = 'merge_request' and not exists (
        select 1 from issuable_moments m where m.issuable_id = i.id and m.event = 'merge_request_first_commit_at') as needs_commit
    from issuables i where i.id > ${afterId} and i.series in ('issue', 'merge_request') and ${among}
    order by i.id limit ${itemsAtOnce}`.execute(db)
  const last = rows.at(-1)
  if (last === undefined) {
    // It may have been turned off and on in the meantime, and begins anew then.
    await sql`delete from moment_readings where namespace_id = ${namespaceId} and after_id = ${afterId}`.execute(db)
    return true
  }
  const commits: [number, string][] = []
  for (const { id, needsCommit } of rows) {
    const at = needsCommit ? await oldestCommitOf(db, services.settings, id) : null
    if (at !== null) commits.push([id, at])
  }
  await transact(createContext({ actor: anonymous, db, services, requestId: 'read-moments' }), async ctx => {
    await readMoments(
      ctx.db,
      rows.map(({ id }) => id),
    )
    for (const [id, at] of commits) await storeFirstCommit(ctx.db, id, at)
    await sql`update moment_readings set after_id = ${last.id} where namespace_id = ${namespaceId} and after_id = ${afterId}`.execute(
      ctx.db,
    )
  })
  return true
}
