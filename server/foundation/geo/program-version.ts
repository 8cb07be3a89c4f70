import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractVersion } from '#server/foundation/settings/version.ts'

export interface ProgramVersion {
  readonly version: string
  /** The number of the newest migration that the program knows. */
  readonly revision: string
}

const migrations = join(import.meta.dirname, '../../../db/migrations')

/** The version of this program. Two programs of one database should have the same. */
export const programVersion: ProgramVersion = {
  version: contractVersion,
  revision: /^\d+/.exec(readdirSync(migrations).toSorted().at(-1) ?? '')?.[0] ?? '',
}
