import { sql } from 'kysely'
import { commitIid } from '#contract/issuable-kinds.ts'
import type { IssuableFacts, NamespaceFacts } from '#server/access/facts.ts'
import { type Context, userIdOrZero } from '#server/context.ts'

/** A commit that was commented on. */
export interface DiscussedCommit {
  readonly id: number
  /** Without internal ones. */
  readonly notesCount: number
  /** Of the viewer's comments that are not published. */
  readonly draftsCount: number
}

/**
 * Those of some commits of a project that were commented on, by SHA. One statement, none for no commits.
 *
 * @param shas  at most a page of them
 */
export async function discussedCommits(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<ReadonlyMap<string, DiscussedCommit>> {
  if (shas.length === 0) return new Map()
  const { rows } = await sql<DiscussedCommit & { readonly sha: string }>`
    select c.sha, i.id, i.notes_count, (select count(*)::integer from draft_notes d
        where d.issuable_id = i.id and d.author_id = ${userIdOrZero(ctx)}) as drafts_count
    from issuables i join discussed_commits c on c.id = i.id
    where i.namespace_id = ${projectId} and i.series = 'commit' and i.iid = any (${shas.map(commitIid)}::bigint[])
      and c.sha = any (${[...shas]}::text[])`.execute(ctx.db)
  return new Map(rows.map(({ sha, ...commit }) => [sha, commit]))
}

/** What decides of a commit who may read it and comment on it. */
export const factsOfCommit = (namespace: NamespaceFacts): IssuableFacts => ({
  namespace,
  type: 'commit',
  confidential: false,
  hidden: false,
  locked: false,
  state: 'opened',
  authorId: 0,
  isAssignee: false,
})
