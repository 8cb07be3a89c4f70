import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import type { Finding } from '#server/slice.ts'
import { repositoryOf } from '../../repository/open.ts'
import { refreshMergeRequest } from './refresh.ts'
import { draftVersion, insertVersion, keepVersion } from './versions.ts'

type Refreshed = Parameters<typeof refreshMergeRequest>[1]

interface Incomplete extends Refreshed {
  readonly fullPath: string
  readonly headSha: Oid
  readonly mergeCommitSha: Oid | null
  /** Rows of its versions; fewer than `lastNumber` if some are missing. */
  readonly versionCount: number
  readonly lastNumber: number
  readonly lastHead: Oid | null
}

/** Merge requests that lack rows of their versions. The latest version can be derived from git again. */
export async function* missingVersions(ctx: Context): AsyncIterable<Finding> {
  const { rows } = await sql<Incomplete>`
    select i.id, i.iid, i.type, i.state, i.namespace_id, n.ancestor_ids, n.full_path, mr.source_project_id, mr.source_branch,
      mr.target_branch, mr.head_sha, mr.merge_commit_sha, v.version_count, v.last_number, v.last_head
    from merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id
      cross join lateral (select count(*)::integer as version_count, coalesce(max(number), 0) as last_number,
        (array_agg(head_sha order by number desc))[1] as last_head from merge_request_versions where merge_request_id = mr.id) v
    where mr.head_sha is not null and (v.last_head is distinct from mr.head_sha or v.version_count < v.last_number)
    order by mr.id`.execute(ctx.db)
  for (const found of rows) {
    const place = `${found.fullPath}!${found.iid}`
    const gone = found.lastNumber - found.versionCount
    if (gone > 0)
      yield {
        place,
        text: gone === 1 ? 'A row of an earlier version is missing.' : `${gone} rows of earlier versions are missing.`,
      }
    if (found.lastHead === found.headSha) continue
    const text = `The row of the latest version, ${found.headSha.slice(0, 12)}, is missing.`
    const start = await startOf(ctx, found)
    if (start === null) yield { place, text }
    else yield { place, text, repair: () => addVersion(ctx, found, start) }
  }
}

/** The head of the target branch that the latest version was compared with; null if it cannot be found out. */
async function startOf(ctx: Context, found: Incomplete) {
  const dir = await repositoryOf(ctx, { id: found.namespaceId })
  if (dir === null) return null
  if (found.state !== 'merged') {
    const target = await findRef(dir, 'branch', found.targetBranch)
    return target === null ? null : { dir, target: target.commitId }
  }
  // A fast-forward leaves no trace of where the target branch was before.
  if (found.mergeCommitSha === null || found.mergeCommitSha === found.headSha) return null
  const [commit] = await readCommits(dir, [found.mergeCommitSha])
  const target = commit?.parentIds[0]
  return target === undefined ? null : { dir, target }
}

async function addVersion(
  ctx: Context,
  found: Incomplete,
  { dir, target }: { readonly dir: string; readonly target: Oid },
): Promise<void> {
  const draft = await draftVersion(dir, target, found.headSha)
  await keepVersion(dir, found.iid, draft)
  await transact(ctx, inner => insertVersion(inner, found, draft))
  // The source branch may have moved on since.
  await refreshMergeRequest(ctx, found)
}
