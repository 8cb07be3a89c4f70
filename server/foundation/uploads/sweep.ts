import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { listFiles, removeFile } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** A file comes before its row, and its row within minutes. */
const spareMs = 24 * 60 * 60 * 1000
const askedAtOnce = 1_000
/** The number of unknown files, with no known one, from which a storage counts as that of another database. */
const strangeFrom = 20

/**
 * Remove files that no row names: their process ended between the one and the other, or before it removed them. Runs
 * each day, anywhere.
 *
 * @throws Error  none of many files is known, so none is removed
 */
export async function removeOwnerlessFiles(
  db: Db,
  { settings }: Pick<Services, 'settings'>,
  now = Date.now(),
): Promise<void> {
  const ownerless: string[] = []
  let known = 0
  const ask = async (keys: readonly string[]) => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key where not exists (select 1 from uploads where storage_key = key)`.execute(
      db,
    )
    known += keys.length - rows.length
    ownerless.push(...rows.map(row => row.key))
  }
  let batch: string[] = []
  for await (const { key, keptAt } of listFiles(settings)) {
    if (now - keptAt.getTime() < spareMs) continue
    batch.push(key)
    if (batch.length < askedAtOnce) continue
    await ask(batch)
    batch = []
  }
  if (batch.length > 0) await ask(batch)
  if (known === 0 && ownerless.length >= strangeFrom)
    throw new Error(`none of the ${ownerless.length} stored files is known to the database, so none is deleted`)
  for (const key of ownerless) await removeFile(settings, key)
}
