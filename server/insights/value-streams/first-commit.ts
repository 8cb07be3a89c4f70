import { sql } from 'kysely'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { logIds } from '#server/platform/git/commits/log.ts'
import { oid } from '#server/platform/git/objects.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Settings } from '#server/settings.ts'

/** The commits of a merge request of which the oldest one is looked for. */
const mostCommits = 1_000

/**
 * The time of the oldest commit that a merge request was created with.
 *
 * @returns ISO 8601; null where the merge request has no commits, or its repository is gone
 */
export async function oldestCommitOf(db: Db, { dataDir }: Settings, mergeRequestId: number): Promise<string | null> {
  const { rows } = await sql<{ namespaceId: number; startSha: string; headSha: string }>`
    select namespace_id, start_sha, head_sha from merge_request_versions where merge_request_id = ${mergeRequestId}
    order by number limit 1`.execute(db)
  const [version] = rows
  if (version === undefined) return null
  const dir = repositoryDir(dataDir, version.namespaceId)
  if (!(await repositoryExists(dir))) return null
  const between = { from: [oid(version.headSha)], notFrom: [oid(version.startSha)], limit: mostCommits }
  const last = (await logIds(dir, between)).at(-1)
  if (last === undefined) return null
  const [commit] = await readCommits(dir, [last])
  return commit?.author.date ?? null
}
