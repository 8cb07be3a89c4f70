import { sql } from 'kysely'
import { environmentsTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import './events.ts'

/** Environments that one run stops or deletes. */
const atOnce = 500

interface DueRow {
  readonly id: number
  readonly name: string
  readonly namespaceId: number
}

/** Stop the environments whose time is over. */
export const stopDue = (db: Db, services: Services): Promise<void> =>
  inTransaction(db, services, 'stop-environments', async ctx => {
    const { rows } = await sql<DueRow>`
      update environments e set state = 'stopped', auto_stop_at = null, updated_at = ${ctx.now}::timestamptz
      where e.id in (select due.id from environments due
        where due.state = 'available' and due.auto_stop_at <= ${ctx.now}::timestamptz and due.auto_stop_setting = 'always'
        order by due.auto_stop_at limit ${atOnce} for update skip locked)
      returning e.id, e.name, e.namespace_id`.execute(ctx.db)
    for (const { id, namespaceId } of rows)
      await ctx.events.record(
        'environment.changed',
        { environmentId: id },
        { namespaceId, topics: [environmentsTopic(namespaceId)] },
      )
  })

/** Delete the stopped review apps whose week is over. */
export const deleteDue = (db: Db, services: Services): Promise<void> =>
  inTransaction(db, services, 'delete-review-apps', async ctx => {
    const { rows } = await sql<DueRow>`
      delete from environments e
      where e.id in (select due.id from environments due where due.state = 'stopped' and due.auto_delete_at <= ${ctx.now}::timestamptz
        order by due.auto_delete_at limit ${atOnce} for update skip locked)
      returning e.id, e.name, e.namespace_id`.execute(ctx.db)
    for (const { id, name, namespaceId } of rows)
      await ctx.events.record(
        'environment.deleted',
        { environmentId: id, name },
        { namespaceId, topics: [environmentsTopic(namespaceId)] },
      )
  })

const inTransaction = (db: Db, services: Services, requestId: string, run: (ctx: Context) => Promise<void>) =>
  transact(createContext({ actor: anonymous, db, services, requestId }), run)
