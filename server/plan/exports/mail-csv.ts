import { sql } from 'kysely'
import { mostMailedMegabytes } from '#contract/plan/lists/mailed-size.ts'
import { type Context, selfActor, selfId, transact } from '#server/context.ts'
import { Conflict, RateLimited } from '#server/errors.ts'
import { attachPart } from '#server/foundation/mails/files.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import './events.ts'
import { csvType, type Exported, type ExportedSeries, exportedLines, exportName, type ListExport } from './exported.ts'

/** An export that is still unfinished after this time counts as failed. */
const givenUpAfter = '1 hour'
/** Per person: each file is stored until it is sent. */
const mostAnHour = 10

/**
 * Request an email with the rows of a list that match a filter, as a CSV attachment.
 *
 * @param exported  the rows as they are now; the job reads them again
 * @throws RateLimited
 * @throws Conflict  the last export of the actor has not been sent yet
 */
export async function requestExport(
  ctx: Context,
  list: ExportedSeries,
  { namespace: { id: namespaceId } }: Exported,
  asked: object,
): Promise<{ message: string }> {
  // Requests sent at the same time would not see each other's rows, so they queue here.
  await sql`select pg_advisory_xact_lock(hashtextextended('list exports', ${selfId(ctx)}::bigint))`.execute(ctx.db)
  await refuseMany(ctx)
  const { rows } = await sql<{ id: number }>`
    insert into list_exports (namespace_id, user_id, list, asked, time_zone, created_at)
    select ${namespaceId}, ${selfId(ctx)}, ${list}, ${JSON.stringify(asked)}::jsonb, ${ctx.timeZone}, ${ctx.now}::timestamptz
    where not exists (select 1 from list_exports where user_id = ${selfId(ctx)} and finished_at is null
      and created_at > ${ctx.now}::timestamptz - ${givenUpAfter}::interval)
    returning id`.execute(ctx.db)
  if (rows[0] === undefined)
    throw new Conflict('Your last export is still being prepared. Try again when you have received it')
  await ctx.events.record('list_export.requested', { exportId: rows[0].id }, { namespaceId })
  return { message: 'Export started. The file will be emailed to you.' }
}

async function refuseMany(ctx: Context): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) from list_exports
    where user_id = ${selfId(ctx)} and created_at > ${ctx.now}::timestamptz - interval '1 hour'`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= mostAnHour)
    throw new RateLimited(`You can email up to ${mostAnHour} exports per hour. Try again later.`, 600)
}

const mostBytes = mostMailedMegabytes * 1_000_000
/** The size of a part, which is in memory as a whole. */
const partBytes = 500_000

/**
 * Make the file of an export and queue its email, in one transaction: a job that is interrupted and runs again sends
 * nothing twice.
 *
 * @param ctx  of the person who asked for it, with their present rights
 */
export async function mailExport(ctx: Context, exportId: number): Promise<void> {
  await transact(ctx, async outer => {
    const { rows } = await sql<{
      namespaceId: number
      list: string
      asked: never
      timeZone: string | null
      email: string
    }>`
      with finished as (update list_exports set finished_at = ${new Date().toISOString()}::timestamptz
        where id = ${exportId} and user_id = ${selfId(outer)} and finished_at is null returning namespace_id, list, asked, time_zone, user_id)
      select f.namespace_id, f.list, f.asked, f.time_zone, u.email from finished f join users u on u.id = f.user_id where u.state = 'active'`.execute(
      outer.db,
    )
    const wanted = rows[0]
    if (wanted === undefined) return
    const inner = { ...outer, timeZone: wanted.timeZone }
    const exported = await exportOf(inner, wanted.list).open(inner, wanted.namespaceId, wanted.asked)
    if (exported === null) return
    const { count, batches } = await exportedLines(inner, exported)
    const [mailId] = await queueMails(inner, [
      {
        userId: selfId(inner),
        recipient: wanted.email,
        subject: `${exported.namespace.name} | Exported ${exported.many}`,
        text: '',
        headers: { 'Message-ID': `<export-${exportId}@${mailDomain(inner.services.settings)}>` },
        isUrgent: true,
      },
    ])
    if (mailId === undefined) return
    const file = { name: exportName(inner, exported), mediaType: csvType }
    const written = await writeParts(batches, (part, body) => attachPart(inner, mailId, part, file, body))
    const text = textOf(selfActor(inner).name, exported, written, count)
    await inner.db.updateTable('mails').set({ text }).where('id', '=', mailId).execute()
  })
}

function exportOf({ services }: Context, list: string): ListExport {
  const found = services.plugs.listExports.find(each => each.list === list)
  if (found === undefined) throw new Error(`Lists of ${list} have no export`)
  return found
}

/** Write as many whole lines as fit, in parts. @returns the number of rows written */
async function writeParts(
  batches: AsyncIterable<readonly string[]>,
  write: (part: number, body: Uint8Array) => Promise<void>,
): Promise<number> {
  const waiting: Buffer[] = []
  let [lines, part, bytes, partSize] = [0, 0, 0, 0]
  const flush = async () => {
    if (partSize === 0) return
    await write(part, Buffer.concat(waiting.splice(0)))
    part += 1
    partSize = 0
  }
  fill: for await (const batch of batches) {
    for (const line of batch) {
      const body = Buffer.from(line)
      if (bytes + body.length > mostBytes) break fill
      waiting.push(body)
      bytes += body.length
      partSize += body.length
      lines += 1
    }
    if (partSize >= partBytes) await flush()
  }
  await flush()
  // The first line is the header.
  return Math.max(0, lines - 1)
}

function textOf(name: string, { namespace, one, many }: Exported, written: number, count: number): string {
  const counted = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? one : many}`
  const cut = `The file is limited to ${mostMailedMegabytes} MB and contains the first ${written.toLocaleString('en')} of ${counted(count)}. Narrow the filter to export the rest.`
  return [
    `Hello ${name},`,
    `The CSV export of ${counted(written)} from ${namespace.fullName} is attached.`,
    ...(written < count ? [cut] : []),
  ].join('\n\n')
}

/** The number of days for which exports are kept. */
const keptDays = 7

/** Delete old exports. Their files went with the emails. */
export async function forgetExports(db: Context['db']): Promise<void> {
  await sql`delete from list_exports where created_at < now() - ${sql.lit(keptDays)} * interval '1 day'`.execute(db)
}
