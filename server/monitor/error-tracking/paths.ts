import { sql } from 'kysely'
import type { Settings } from '#server/settings.ts'

/** The path to which clients send events, before the project. @source rest.md 13.1 */
export const collectorPath = '/api/v4/error_tracking/collector'

/** The DSN of a client: the address for its events, with its key. */
export function dsnOf({ externalUrl }: Settings, projectId: number, publicKey: string): string {
  const { protocol, host, pathname } = new URL(externalUrl)
  return `${protocol}//${publicKey}@${host}${pathname.replace(/\/$/, '')}${collectorPath}/${projectId}`
}

/** The path of the page of `tracked_errors t` in its project `n`, as `errorPath` has it. */
export const errorPathSql = sql<string>`'/' || n.full_path || '/-/error_tracking/' || t.id || '/details'`

/** The URL of the page of `tracked_errors t` in its project `n`. */
export const errorUrlSql = ({ externalUrl }: Settings) => sql<string>`${sql.lit(externalUrl)} || ${errorPathSql}`
