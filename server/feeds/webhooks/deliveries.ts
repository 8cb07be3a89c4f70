import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { type HookRow, pairsOf } from './hooks.ts'
import { shownUrl } from './send-request.ts'

const columns = [
  'id',
  'trigger',
  'eventUuid',
  'eventHeader',
  'payload',
  'requestUrl',
  'requestHeaders',
  'responseStatus',
  'responseHeaders',
  'responseBody',
  'failure',
  'durationMs',
  'attempts',
  'createdAt',
] as const

/** A call of a webhook with its last answer. @throws NotFound */
export async function deliveryOf(ctx: Context, webhookId: number, deliveryId: number) {
  const row = await ctx.db
    .selectFrom('webhookDeliveries')
    .select(columns)
    .where('webhookId', '=', webhookId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** The answer to a call in a word: `pending` before it was sent, `internal error` without an answer. */
export const statusOf = ({
  attempts,
  responseStatus,
}: {
  readonly attempts: number
  readonly responseStatus: number | null
}): string => (attempts === 0 ? 'pending' : responseStatus === null ? 'internal error' : String(responseStatus))

/** The calls of a webhook, newest first. @param status  a status, or `successful`, `client_failure`, `server_failure` */
export async function pageOfDeliveries(
  ctx: Context,
  hook: HookRow,
  { status, ...paging }: Paging & { readonly status?: string },
) {
  const { page, perPage, offset } = pageOf(paging)
  let all = ctx.db.selectFrom('webhookDeliveries').select(columns).where('webhookId', '=', hook.id)
  if (status !== undefined) all = all.where(hasStatus(status))
  const rows = await all
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .offset(offset)
    .execute()
  const items = rows.slice(0, perPage).map(row => ({
    id: row.id,
    url: row.requestUrl === '' ? shownUrl(hook.url) : row.requestUrl,
    trigger: row.trigger.replace(/_events$/, '_hooks').replace(/^(issue|merge_request)s_/, '$1_'),
    requestHeaders: pairsOf(row.requestHeaders),
    requestData: row.payload,
    responseHeaders: pairsOf(row.responseHeaders),
    responseBody: row.failure ?? row.responseBody,
    executionDuration: row.durationMs / 1000,
    responseStatus: statusOf(row),
    createdAt: row.createdAt,
  }))
  return Paged.uncounted(items, { page, perPage, hasNext: rows.length > perPage })
}

function hasStatus(status: string) {
  if (/^\d{3}$/.test(status)) return sql<boolean>`response_status = ${Number(status)}`
  switch (status) {
    case 'successful':
      return sql<boolean>`response_status between 200 and 299`
    case 'client_failure':
      return sql<boolean>`response_status between 400 and 499`
    case 'server_failure':
      return sql<boolean>`(response_status >= 500 or (response_status is null and attempts > 0))`
    default:
      return sql<boolean>`false`
  }
}

const keptDays = 7
const keptEach = 500

/** Delete old requests, the oldest of a webhook that has very many, and former texts of notes that no event waits for any more. */
export async function purgeDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${keptDays})
    or id in (select id from (select id, row_number() over (partition by webhook_id order by id desc) as place
      from webhook_deliveries) ranked where place > ${keptEach})`.execute(db)
  await sql`delete from former_note_texts where created_at < now() - interval '1 day'`.execute(db)
}
