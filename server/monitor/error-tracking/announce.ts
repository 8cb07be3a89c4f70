import { sql } from 'kysely'
import { errorsTopic } from '#contract/live-topics.ts'
import type { Services } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** A failing application sends thousands of events: open pages are notified once a second. */
const announceEveryMs = 1_000

interface Announced {
  /** Events were stored since. */
  hasMore: boolean
}

const announced = new WeakMap<Db, Map<number, Announced>>()

/** Whether the statement that stores events of a project announces them. If not, they are announced before a second has passed. */
export function announcesNow(db: Db, services: Services, projectId: number): boolean {
  const projects = announced.get(db) ?? new Map<number, Announced>()
  announced.set(db, projects)
  const known = projects.get(projectId)
  if (known !== undefined) {
    known.hasMore = true
    return false
  }
  projects.set(projectId, { hasMore: false })
  setTimeout(() => {
    const { hasMore = false } = projects.get(projectId) ?? {}
    projects.delete(projectId)
    if (hasMore) announce(db, services, projectId)
  }, announceEveryMs).unref()
  return true
}

function announce(db: Db, services: Services, projectId: number): void {
  announcesNow(db, services, projectId)
  const topics = [errorsTopic(projectId)]
  services.onCommit(topics)
  sql`select pg_notify('weft_live', ${JSON.stringify(topics)})`
    .execute(db)
    .catch(error => services.log.warn({ err: error }, 'errors could not be announced'))
}
