import { sql } from 'kysely'
import { anonymous, createContext, type Services, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { tellChecked } from '../dependencies/change.ts'

/** Merge requests whose moment comes, at a time; the rest follow a minute later. */
const atOnce = 500

/** Update the pages of merge requests that may be merged from now on, whereupon auto-merge continues. A timed job. */
export async function reachMergeTimes(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'reach-merge-times', now })
  await transact(ctx, async inner => {
    const { rows } = await sql<{ id: number }>`
      update merge_requests set waits_until = null where id in (
        select id from merge_requests where waits_until <= ${now}::timestamptz order by waits_until limit ${atOnce} for no key update skip locked)
      returning id`.execute(inner.db)
    await tellChecked(
      inner,
      rows.map(({ id }) => id),
    )
  })
}
