import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { serviceDeskAddress } from '#server/foundation/projects/service-desk-address.ts'
import { object } from '#server/platform/sql/shape.ts'

/** A filter that says nothing of authors. @source SDESK-001 */
function withoutAuthors<T extends object>(filter: T): T {
  const parts = Object.entries(filter).filter(([name]) => name !== 'authorUsername' && name !== 'authorId')
  // The parts within `not`, `or` and `any` are filters too; the others stay as they are.
  return Object.fromEntries(
    parts.map(([name, value]) => [
      name,
      ['not', 'or', 'any'].includes(name) && typeof value === 'object' && value !== null
        ? withoutAuthors(value)
        : value,
    ]),
  ) as T
}

/** The part of a filter that is about requests: its author is the support bot, whatever it says of authors. @source SDESK-001 */
export const requestsIn = async <T extends object>(ctx: Context, filter: T) => ({
  ...withoutAuthors(filter),
  authorId: await supportBotId(ctx),
})

/** 0, which is nobody, before the first request of the site. */
async function supportBotId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where internal_kind = 'support-bot'`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** The service desk above the list. */
export async function showDesk(ctx: Context, projectId: number, canAdmin: boolean) {
  const { rows } = await sql<{ isEnabled: boolean; address: string | null; hasForm: boolean }>`
    select p.service_desk_enabled as is_enabled, ${serviceDeskAddress(ctx.services.settings)} as address,
      p.service_desk_enabled and coalesce(d.has_form, false) as has_form
    from projects p join namespaces n on n.id = p.id left join service_desks d on d.project_id = p.id where p.id = ${projectId}`.execute(
    ctx.db,
  )
  return { ...(rows[0] ?? { isEnabled: false, address: null, hasForm: false }), canAdmin }
}

const dueAt = sql`r.created_at + make_interval(hours => d.first_answer_hours)`

/** The request of `issuables i`. Those who see the list see addresses whole. */
export const requestJson = (ctx: Context) =>
  sql`(select ${object({
    email: sql`r.email`,
    name: sql`r.name`,
    is_unverified: sql`r.is_unverified`,
    answered_at: sql`iso(r.answered_at)`,
    first_answer_due_at: sql`iso(${dueAt})`,
    is_overdue: sql`coalesce(r.answered_at is null and i.state = 'opened' and ${dueAt} < ${ctx.now}::timestamptz, false)`,
  })} from service_desk_requests r left join service_desks d on d.project_id = i.namespace_id where r.issuable_id = i.id)`
