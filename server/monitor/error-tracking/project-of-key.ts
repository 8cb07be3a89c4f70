import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import { runStatement } from '#server/platform/sql/statement.ts'

/**
 * The project that a client key sends events to.
 *
 * @param projectId  as the request names it; text that is no id names none
 * @returns null for a key that is unknown or revoked, of another project, or of one that tracks no errors or is read-only
 */
export async function projectOfKey(db: Db, projectId: number, publicKey: string): Promise<number | null> {
  if (!Number.isSafeInteger(projectId)) return null
  const values = { projectId, publicKey }
  const [row] = await runStatement<{ id: number }, typeof values>(
    db,
    'project of client key',
    values,
    parameter => sql`select n.id from error_client_keys k join namespaces n on n.id = k.namespace_id
      join error_settings s on s.namespace_id = n.id
      where k.public_key = ${parameter.publicKey} and k.active and n.id = ${parameter.projectId} and s.enabled and not n.inactive`,
  )
  return row?.id ?? null
}
