import { sql } from 'kysely'
import { anonymous, createContext, type Services } from '#server/context.ts'
import { emptyText } from '#server/discuss/references/render.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { occasions } from './levels.ts'
import { notify } from './notify.ts'

/**
 * Tell those who take part in open issues that are due tomorrow, once for each day.
 *
 * @param now  ISO 8601; the day is that of UTC
 * @source product rules section 11
 */
export async function tellWhatIsDue(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'tell-what-is-due', now })
  const { rows } = await sql<{ id: number; dueDate: string }>`
    select id, due_date from issuables where state = 'opened' and series = 'issue'
      and due_date = (${now}::timestamptz at time zone 'UTC')::date + 1 order by id`.execute(db)
  for (const { id, dueDate } of rows)
    await notify(
      ctx,
      {
        issuableId: id,
        internal: false,
        occasion: occasions.dueTomorrow,
        mentioned: emptyText.mentioned,
        concernedIds: [],
      },
      { issuableId: id, noteId: null, lead: 'This issue is due tomorrow.', part: `due_${dueDate}` },
    )
}
