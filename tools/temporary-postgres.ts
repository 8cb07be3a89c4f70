import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/platform/postgres/start.ts'

/** A database that lives as long as its variable, in a folder that goes with it. */
export async function temporaryPostgres(): Promise<{ readonly connectionString: string } & AsyncDisposable> {
  const dataDir = temporaryFolder()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({ dataDir, durable: false })
    return {
      connectionString: postgres.connectionString,
      async [Symbol.asyncDispose]() {
        await postgres.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** A new folder that other accounts may pass through, as the one under which root runs PostgreSQL must. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-'))
  chmodSync(folder, 0o711)
  return folder
}
