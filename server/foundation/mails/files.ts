import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

interface MailFileName {
  readonly name: string
  readonly mediaType: string
}

/**
 * Store a part of the file of a queued email, so that no more than a part is in memory at once.
 *
 * @param part  from 0, without gaps
 */
export async function attachPart(
  ctx: Context,
  mailId: number,
  part: number,
  { name, mediaType }: MailFileName,
  body: Uint8Array,
): Promise<void> {
  await sql`insert into mail_files (mail_id, part, name, media_type, body)
    values (${mailId}, ${part}, ${name}, ${mediaType}, ${Buffer.from(body)})`.execute(ctx.db)
}

/** The files of emails, by email id. */
export async function filesOf(db: Db, mailIds: readonly number[]): Promise<ReadonlyMap<number, MailFileName>> {
  const { rows } = await sql<MailFileName & { mailId: number }>`
    select mail_id, name, media_type from mail_files where mail_id = any (${[...mailIds]}::bigint[]) and part = 0`.execute(
    db,
  )
  return new Map(rows.map(({ mailId, ...file }) => [mailId, file]))
}

/** Name and size of the file of an email; null when it has none, or the email was sent. */
export async function fileSize(ctx: Context, mailId: number): Promise<{ name: string; sizeBytes: number } | null> {
  const { rows } = await sql<{ name: string; sizeBytes: number }>`
    select min(name) as name, sum(length(body))::integer as size_bytes from mail_files where mail_id = ${mailId} having count(*) > 0`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** The file of an email, read part by part. */
export function readFileOf(db: Db, mailId: number): Readable {
  async function* parts() {
    for (let part = 0; ; part += 1) {
      const { rows } = await sql<{ body: Buffer }>`
        select body from mail_files where mail_id = ${mailId} and part = ${part}`.execute(db)
      if (rows[0] === undefined) return
      yield rows[0].body
    }
  }
  return Readable.from(parts(), { objectMode: false })
}

/** The number of days for which the file of an unsent email is kept. */
const keptDays = 7

/** Delete the files of emails that could not be sent for a week. */
export async function forgetMailFiles(db: Db): Promise<void> {
  const old = sql`mail_id in (select id from mails where created_at < now() - ${sql.lit(keptDays)} * interval '1 day')`
  await inBatches(db, async limit => {
    const gone = await sql`delete from mail_files where ctid = any (${someRows('mail_files', old, limit)})`.execute(db)
    return Number(gone.numAffectedRows ?? 0n)
  })
}
