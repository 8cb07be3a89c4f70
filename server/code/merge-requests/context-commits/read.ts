import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Commit, Oid } from '#server/platform/git/objects.ts'

/** Context commits of one merge request. */
export const maxContextCommits = 500

/** The commits that give a merge request context, as they were added; those that no longer exist are left out. */
export async function contextCommitsOf(ctx: Context, id: number, dir: string): Promise<readonly Commit[]> {
  const { rows } = await sql<{ sha: Oid }>`
    select sha from merge_request_context_commits where merge_request_id = ${id} order by id limit ${maxContextCommits}`.execute(
    ctx.db,
  )
  const commits = await readCommits(
    dir,
    rows.map(({ sha }) => sha),
  )
  return commits.filter(commit => commit !== null)
}
