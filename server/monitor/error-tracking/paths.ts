import { sql } from 'kysely'
import type { Settings } from '#server/settings.ts'

/** Where clients send events, before the project. @source rest.md 13.1 */
export const collectorPath = '/api/v4/error_tracking/collector'

export const errorsPath = (projectPath: string): string => `/${projectPath}/-/error_tracking`

export const errorPath = (projectPath: string, errorId: number): string =>
  `${errorsPath(projectPath)}/${errorId}/details`

/** What a client is configured with: where to send events, and with which key. */
export function dsnOf({ externalUrl }: Settings, projectId: number, publicKey: string): string {
  const { protocol, host, pathname } = new URL(externalUrl)
  return `${protocol}//${publicKey}@${host}${pathname.replace(/\/$/, '')}${collectorPath}/${projectId}`
}

/** The address of an error under `t` of a project under `n`. */
export const errorUrlSql = ({ externalUrl }: Settings) =>
  sql`${sql.lit(externalUrl)} || '/' || n.full_path || '/-/error_tracking/' || t.id || '/details'`
